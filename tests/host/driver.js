// Plays in a page by what stands on it alone: presses the buttons that a person would press.
// With `cut` the line is cut at every message: before it is sent, before its answer comes back, and
// when anything is heard for the first time.
(() => {
  const [later, Socket] = [window.setTimeout, window.WebSocket];
  window.setTimeout = (done, wait, ...more) => later(done, wait / 50, ...more); // nobody waits long
  window.cuts = 0;
  window.cut = false;
  const [tries, heard, waiting] = [new Map(), new Set(), new Set()];
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (window.cut && !heard.has(event.data)) {
          heard.add(event.data);
          event.stopImmediatePropagation();
          this.break();
          return;
        }
        waiting.delete(JSON.parse(event.data).id);
      });
    }

    break() {
      window.cuts += 1;
      this.close();
    }

    send(text) {
      const { id } = JSON.parse(text);
      const turn = (tries.get(id) ?? 0) + 1;
      tries.set(id, turn);
      waiting.add(id);
      if (window.cut && turn === 1) { this.break(); return; }
      super.send(text);
      if (window.cut && turn === 2) this.break();
    }
  };
  const fetched = window.fetch; // where no socket is held answers come so
  window.fetch = async (...asked) => {
    const answer = await fetched(...asked);
    if (asked[1]?.method === "POST") waiting.delete((await answer.clone().json()).id);
    return answer;
  };
  let drawn = 1;
  const random = (most) => {
    drawn = (drawn * 48271) % 2147483647;
    return drawn % most;
  };
  window.drive = (seed) => {
    drawn = seed;
    const driver = setInterval(() => {
      if (!document.getElementById("over").hidden) { clearInterval(driver); return; }
      if (waiting.size) return;
      const doing = document.querySelector("#foreseen .do");
      const buttons = [...document.querySelectorAll("#choices button")];
      if (doing) doing.click();
      else if (buttons.length) buttons[random(buttons.length)].click();
    }, 15);
  };
})();
