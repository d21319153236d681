// The wire: a socket to the table, opened again whenever it closes, and posts where none can be held.
export class Wire {
  constructor(hear, state) {
    this.hear = hear; // is called with every message
    this.state = state; // has n and head of the last step that is known, and what was said last
    this.waiting = new Map(); // id of what was sent: the message, and who wants the answer
    this.number = 0;
    this.session = Math.random().toString(36).slice(2, 10);
    this.failed = 0;
    this.open();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    addEventListener("online", () => this.wake());
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${location.pathname}/live?${this.heard()}`);
    this.socket = socket;
    socket.onopen = () => {
      this.failed = 0;
      this.hear({ t: "wire", open: true });
      // What was sent and not answered is sent again: by its id the host knows what it has done.
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.failed += 1;
      this.hear({ t: "wire", open: false });
      this.timer = setTimeout(() => (this.failed > 1 ? this.poll() : this.open()), Math.min(500 * this.failed, 8000));
    };
  }

  heard() { // what is known, so that only the rest is told
    const { n, said } = this.state;
    return `said=${said}${n === undefined ? "" : `&after=${n}`}`;
  }

  wake() {
    if (this.socket.readyState <= 1) return;
    clearTimeout(this.timer);
    this.open();
  }

  async poll() { // for whoever cannot hold a socket
    try {
      const wait = this.polling ? 20 : 0; // at first, what has happened meanwhile is wanted at once
      const answer = await fetch(`${location.pathname}/steps?wait=${wait}&${this.heard()}`);
      if (!answer.ok) throw new Error(String(answer.status));
      const resumed = !this.polling;
      this.polling = true;
      this.hear({ t: "wire", open: true });
      // What the socket lost with its answer is sent again here: by its id the host knows it.
      if (resumed) for (const { message } of this.waiting.values()) this.post(message);
      for (const message of (await answer.json()).messages) this.take(message);
      this.timer = setTimeout(() => this.poll(), 100);
    } catch {
      this.polling = false;
      this.hear({ t: "wire", open: false });
      this.timer = setTimeout(() => this.open(), 3000);
    }
  }

  take(message) {
    const asked = message.id !== undefined && this.waiting.get(message.id);
    if (asked) {
      this.waiting.delete(message.id);
      asked.answered(message);
    }
    this.hear(message);
  }

  say(message) { // answers with the answer
    const id = `${this.session}${this.number++}`;
    const whole = { ...message, id };
    return new Promise((answered) => {
      this.waiting.set(id, { message: whole, answered });
      if (this.socket.readyState === 1) this.socket.send(JSON.stringify(whole));
      else if (this.polling) this.post(whole);
    });
  }

  async post(message) {
    try {
      const answer = await fetch(`${location.pathname}/say`, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(message),
      });
      this.take(await answer.json());
    } catch {
      this.polling = false; // it stays among what waits, and is sent once more
    }
  }
}
