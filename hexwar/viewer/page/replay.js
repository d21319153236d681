"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const game = JSON.parse(byId("game").textContent);
  const svg = byId("map");
  const units = Array.from(svg.querySelectorAll(".u"));
  const last = game.steps.length - 1;
  const KEPT = 64; // a whole position is kept for every so many steps
  const RESTS = { slow: 1500, fast: 600, instant: 120 }; // milliseconds between two actions
  const KEYS = { ArrowRight: ["action", 1], ArrowLeft: ["action", -1], ".": ["action", 1], ",": ["action", -1],
    u: ["unit", 1], U: ["unit", -1], p: ["phase", 1], P: ["phase", -1], t: ["turn", 1], T: ["turn", -1],
    b: ["battle", 1], B: ["battle", -1], g: ["bookmark", 1], G: ["bookmark", -1] };
  let now = 0;
  let from = 0;
  let stride = "action";
  let timer = 0;
  let marks = game.bookmarks.slice();

  // -- positions: steps hold only what differs from the step before --------------------------

  const LASTING = ["head", "status", "hidden", "lying", "goals"];
  const kept = [];
  const after = (before, step) => {
    const position = { at: before ? before.at.slice() : [] };
    for (const key of LASTING) position[key] = key in step ? step[key] : before[key];
    for (const unit in step.at) position.at[unit] = step.at[unit];
    return position;
  };
  game.steps.reduce((before, step, number) => {
    const position = after(before, step);
    if (number % KEPT === 0) kept.push(position);
    return position;
  }, null);
  const positionAt = (number) => {
    const whole = Math.floor(number / KEPT);
    let position = kept[whole];
    for (let step = whole * KEPT + 1; step <= number; step++) {
      position = after(position, game.steps[step]);
    }
    return position;
  };

  // -- the map -------------------------------------------------------------------------------

  const clear = (node) => { while (node.firstChild) node.removeChild(node.firstChild); };
  const copyOf = (id, place, words) => {
    const copy = byId(id).cloneNode(true);
    copy.removeAttribute("id");
    if (place) copy.setAttribute("transform", `translate(${place[0]} ${place[1]})`);
    const text = copy.querySelector("text");
    if (text && words !== undefined) text.textContent = words;
    return copy;
  };
  const moveTo = (node, [x, y]) => {
    node.setAttribute("transform", `translate(${x} ${y})`);
    node.style.transform = `translate(${x}px, ${y}px)`; // the style glides, the attribute is for all
  };
  const spots = (position) => {
    const levels = {};
    return position.at.map(([hex]) => {
      if (hex < 0) return null;
      const level = levels[hex] = (levels[hex] ?? -1) + 1;
      const off = level * 0.085 * game.unit;
      return [game.hexes[hex][0] + off, game.hexes[hex][1] - off];
    });
  };
  const placeUnits = (position) => {
    spots(position).forEach((spot, unit) => {
      const counter = units[unit];
      const was = counter.style.display === "none";
      counter.style.display = spot ? "" : "none";
      if (!spot) return;
      if (was) counter.style.transition = "none";
      moveTo(counter, spot);
      const [, values, left] = /^(.*?)(?: \((.+)\))?$/.exec(position.at[unit][1]);
      counter.querySelector(".v").textContent = values;
      counter.querySelector(".left text").textContent = left ?? "";
      const looks = position.at[unit][3];
      const front = counter.querySelector(".look"); // a pointed plate, or a mark at a picture's edge
      if (front) front.style.display = looks === undefined ? "none" : "";
      if (front && looks !== undefined) front.setAttribute("transform", `rotate(${looks})`);
      const kinds = ["u", position.at[unit][2] && "turned", left && "hurt", looks !== undefined && "plated"];
      counter.setAttribute("class", kinds.filter(Boolean).join(" "));
      if (was) requestAnimationFrame(() => { counter.style.transition = ""; });
    });
    drawStacks(position);
  };
  const drawStacks = (position) => { // how many lie in a hex, where one counter hides the others
    clear(byId("stacks"));
    const places = spots(position);
    const stacks = new Map();
    position.at.forEach(([hex], unit) => {
      if (hex >= 0) stacks.set(hex, [...(stacks.get(hex) ?? []), unit]);
    });
    for (const there of stacks.values()) {
      if (there.length < 2) continue;
      const badge = copyOf("t-stack", places[there.at(-1)], String(there.length));
      const named = there.map((unit) => `${game.names[unit]} ${position.at[unit][1]}`.trim());
      badge.querySelector("title").textContent = named.join(", ");
      byId("stacks").appendChild(badge);
    }
  };
  const merged = (first, beyond) => {
    const routes = new Map();
    const lost = [];
    const fought = [];
    const aims = [];
    for (let number = first; number < beyond; number++) {
      const step = game.steps[number];
      for (const [unit, path] of step.routes) {
        const before = routes.get(unit);
        const joins = before && before[before.length - 1] === path[0];
        routes.set(unit, joins ? before.concat(path.slice(1)) : path);
      }
      lost.push(...step.lost);
      fought.push(...step.fought);
      aims.push(...step.aims);
    }
    return { routes, lost, fought, aims };
  };
  const endingBeside = (line) => { // an arrow's head is seen beside the counter that it leads to
    const [[ax, ay], [bx, by]] = line.slice(-2);
    const share = 0.5 * game.unit / Math.max(1, Math.hypot(bx - ax, by - ay));
    return [...line.slice(0, -1), [bx - (bx - ax) * share, by - (by - ay) * share]];
  };
  const drawChanges = () => {
    const below = byId("below");
    const above = byId("above");
    clear(below);
    clear(above);
    if (now === 0) return;
    const { routes, lost, fought, aims } = merged(from + 1, now + 1);
    for (const [unit, path] of routes) {
      if (path.length < 2) continue;
      const ghost = units[unit].cloneNode(true);
      ghost.style.display = "";
      moveTo(ghost, game.hexes[path[0]]);
      ghost.setAttribute("class", `u ghost${units[unit].getAttribute("class").includes("plated") ? " plated" : ""}`);
      below.appendChild(ghost);
    }
    for (const [unit, path] of routes) {
      const line = endingBeside(path.map((hex) => game.hexes[hex])).join(" ");
      const route = copyOf(`t-route-${game.units[unit]}`);
      route.querySelectorAll("polyline").forEach((part) => part.setAttribute("points", line));
      below.appendChild(route);
    }
    for (const [unit, begins, target] of aims) {
      const aim = copyOf(`t-aim-${game.units[unit]}`);
      const away = endingBeside([game.hexes[target], game.hexes[begins]]).reverse();
      const line = endingBeside(away).join(" ");
      aim.querySelectorAll("polyline").forEach((part) => part.setAttribute("points", line));
      above.appendChild(aim);
    }
    for (const [hex, result] of fought) above.appendChild(copyOf("t-clash", game.hexes[hex], result));
    for (const [unit, hex] of lost) above.appendChild(copyOf("t-lost", game.hexes[hex], game.names[unit]));
  };
  const drawLying = (position) => {
    const lying = byId("lying");
    clear(lying);
    for (const [x, y, drawing, letters] of position.lying) lying.appendChild(copyOf(drawing, [x, y], letters));
    for (const hex of position.hidden) lying.appendChild(copyOf("t-hidden", game.hexes[hex]));
  };

  // -- the words -----------------------------------------------------------------------------

  const writeLog = () => {
    const log = byId("log");
    clear(log);
    for (let number = Math.max(0, now - 60); number <= now; number++) {
      for (const [words, rule, heading] of game.steps[number].log) {
        const line = document.createElement("li");
        line.textContent = rule ? `${words} (${rule})` : words;
        line.className = `${number > from || number === now ? "now" : "past"}${heading ? " heading" : ""}`;
        log.appendChild(line);
      }
    }
    log.scrollTop = log.scrollHeight;
  };
  const write = (parent, tag, words) => {
    const child = document.createElement(tag);
    child.textContent = words;
    return parent.appendChild(child);
  };
  const writeGoals = (position) => {
    clear(byId("goals"));
    for (const words of position.goals) write(byId("goals"), "li", words);
  };
  const writeBattle = () => { // the last battle of what is shown, on its table, with its cell lit
    let first = Math.min(from + 1, now);
    // A fight that goes on over several actions keeps its dice and its table.
    while (first > 0 && game.steps[first].fights && !game.steps[first].dice.length) first -= 1;
    let battle = null;
    let dice = [];
    let fights = [];
    for (let number = first; number <= now; number++) {
      const step = game.steps[number];
      battle = step.battle ?? battle;
      fights = step.fights ?? fights;
      if (step.dice.length) dice = step.dice;
    }
    const isFought = Boolean(battle || dice.length || fights.length);
    byId("battle").style.display = isFought ? "" : "none";
    byId("rows").style.display = battle ? "" : "none";
    byId("log").className = battle ? "short" : ""; // the row that was thrown has its place below it
    byId("result").textContent = fights.map(([who, became]) => `${who}: ${became}. `).join("");
    clear(byId("dice"));
    for (const [whose, ...faces] of dice) {
      const row = byId("dice").appendChild(document.createElement("p"));
      write(row, "span", whose);
      for (const face of faces) write(row, "b", face);
    }
    if (!battle) return;
    const [which, column, hit, result] = battle;
    const { headings, rows } = game.tables[which];
    const table = byId("table");
    clear(table);
    if (!fights.length) byId("result").textContent = `${result} `;
    else if (!byId("result").textContent.includes(result)) write(byId("result"), "small", result);
    const head = table.appendChild(document.createElement("tr"));
    ["", ...headings].forEach((words, place) => {
      write(head, "th", words).className = place === column + 1 && place > 0 ? "lit" : "";
    });
    let thrown = null;
    rows.forEach((cells, row) => {
      const line = table.appendChild(document.createElement("tr"));
      cells.forEach((words, place) => {
        const lit = place > 0 && place === column + 1;
        write(line, place ? "td" : "th", words).className = lit && row === hit ? "hit" : lit ? "lit" : "";
      });
      if (row === hit) thrown = line;
    });
    if (!thrown) return;
    const box = byId("rows"); // a long table is as high as there is room, with this row in its middle
    box.scrollTop = thrown.offsetTop - (box.clientHeight - thrown.offsetHeight) / 2;
  };
  const writeEnd = () => {
    const over = now === last && game.over;
    byId("over").style.display = over ? "" : "none";
    if (!over) return;
    byId("verdict").textContent = over.verdict;
    byId("because").textContent = over.rule ? `${over.because} (${over.rule})` : over.because;
    byId("over").setAttribute("data-side", String(over.side));
  };
  const WIDE = 360; // of the drawing of the chances
  const readOff = (number) => { // a stroke through the line of the chances, and its words
    if (!game.went) return;
    const x = game.went.places[number] * WIDE;
    byId("here").setAttribute("x1", x);
    byId("here").setAttribute("x2", x);
    byId("read").textContent = game.went.told[number];
  };
  const readingAt = (event) => {
    const box = byId("chances").getBoundingClientRect();
    const share = (event.clientX - box.left) / (box.width || 1);
    const { places } = game.went;
    if (share > 0.985) return places.length - 1; // the outcome is a step at the very end
    return places.slice(0, -1).reduce((best, place, number) =>
      (Math.abs(place - share) < Math.abs(places[best] - share) ? number : best), 0);
  };
  const writeMarks = () => {
    const list = byId("marks");
    clear(list);
    for (const number of marks) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = String(number);
      button.addEventListener("click", () => { stop(); goTo(number); });
      list.appendChild(button);
    }
    byId("mark").setAttribute("aria-pressed", String(marks.includes(now)));
  };
  const show = () => {
    const position = positionAt(now);
    writeMarks();
    keepPlace();
    placeUnits(position);
    drawLying(position);
    drawChanges();
    writeBattle();
    writeLog(); // after the battle, which takes room from it
    writeGoals(position);
    writeEnd();
    readOff(now);
    byId("head").textContent = position.head;
    byId("status").textContent = position.status;
    byId("said").textContent = game.steps[now].said;
    byId("where").textContent = `Action ${now} of ${last}`;
    byId("line").value = now;
    byId("back").disabled = byId("start").disabled = now === 0;
    byId("forward").disabled = byId("end").disabled = now === last;
    byId("play").textContent = timer ? "Stop" : "Play";
    document.querySelectorAll("[data-stride]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.stride === stride));
    });
  };

  // -- bookmarks: those that came with the page, and the reader's, kept in its address ---------

  const keepPlace = () => {
    try {
      history.replaceState(null, "", `#${now};${marks.join(",")}`);
    } catch {
      // Somebody's browser may forbid it; the bookmarks last as long as the page is open.
    }
  };
  const placeKept = () => {
    const kept = /^#(\d+);([\d,]*)$/.exec(location.hash);
    if (!kept) return 0;
    const known = kept[2].split(",").filter(Boolean).map(Number).filter((number) => number <= last);
    marks = [...new Set(known)].sort((a, b) => a - b);
    return Number(kept[1]);
  };
  const mark = () => {
    marks = marks.includes(now) ? marks.filter((number) => number !== now) : [...marks, now];
    marks.sort((a, b) => a - b);
    show();
  };

  // -- going through it ----------------------------------------------------------------------

  const goTo = (number, since) => {
    const goal = Math.max(0, Math.min(last, number));
    from = since === undefined ? Math.max(0, goal - 1) : since;
    now = goal;
    show();
  };
  const stop = () => { clearTimeout(timer); timer = 0; };
  const go = (by, way) => {
    stop();
    const stops = by === "bookmark" ? marks : game.stops[by];
    const beyond = stops.filter((number) => (way > 0 ? number > now : number < now));
    if (!beyond.length) return show();
    return way > 0 ? goTo(beyond[0], now) : goTo(beyond[beyond.length - 1]);
  };
  const playOn = () => {
    if (now >= last) { stop(); return show(); }
    timer = setTimeout(playOn, RESTS[byId("speed").value]);
    return goTo(now + 1, now);
  };
  const play = () => {
    if (timer) { stop(); return show(); }
    if (now === last) goTo(0);
    return playOn();
  };

  byId("start").addEventListener("click", () => { stop(); goTo(0); });
  byId("end").addEventListener("click", () => { stop(); goTo(last); });
  byId("back").addEventListener("click", () => go(stride, -1));
  byId("forward").addEventListener("click", () => go(stride, 1));
  byId("play").addEventListener("click", play);
  byId("mark").addEventListener("click", mark);
  byId("line").max = last;
  byId("line").addEventListener("input", () => { stop(); goTo(Number(byId("line").value)); });
  document.querySelectorAll("[data-stride]").forEach((button) => {
    button.addEventListener("click", () => { stride = button.dataset.stride; show(); });
  });

  if (game.went) {
    const chances = byId("chances");
    chances.addEventListener("pointermove", (event) => readOff(readingAt(event)));
    chances.addEventListener("pointerleave", () => readOff(now));
    chances.addEventListener("click", (event) => { stop(); goTo(readingAt(event)); });
    document.querySelectorAll("[data-at]").forEach((button) => {
      button.addEventListener("click", () => { stop(); goTo(Number(button.dataset.at), Number(button.dataset.since)); });
    });
  }

  // -- looking at the map --------------------------------------------------------------------

  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = whole.slice();
  const look = (box) => { view = box; svg.setAttribute("viewBox", box.join(" ")); };
  const zoom = (factor, x, y) => {
    const width = Math.max(whole[2] / 20, Math.min(whole[2], view[2] * factor));
    const share = width / view[2];
    look([x - (x - view[0]) * share, y - (y - view[1]) * share, width, view[3] * share]);
  };
  const middle = () => [view[0] + view[2] / 2, view[1] + view[3] / 2];
  const unitsPerPixel = () => Math.max(view[2] / svg.clientWidth, view[3] / svg.clientHeight) || 1;
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    const [x, y] = middle();
    const per = unitsPerPixel();
    const dx = event.clientX - box.left - box.width / 2;
    const dy = event.clientY - box.top - box.height / 2;
    zoom(event.deltaY < 0 ? 1 / 1.18 : 1.18, x + dx * per, y + dy * per);
  }, { passive: false });
  svg.addEventListener("pointermove", (event) => {
    if (!(event.buttons & 1)) return;
    const per = unitsPerPixel();
    look([view[0] - event.movementX * per, view[1] - event.movementY * per, view[2], view[3]]);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const own = event.target.tagName;
    const typed = own === "SELECT" || (own === "INPUT" && event.key.startsWith("Arrow"));
    if (typed || (own === "BUTTON" && (event.key === " " || event.key === "Enter"))) return;
    if (event.key in KEYS) go(...KEYS[event.key]);
    else if (event.key === "Home") { stop(); goTo(0); }
    else if (event.key === "End") { stop(); goTo(last); }
    else if (event.key === " ") play();
    else if (event.key === "m" || event.key === "M") mark();
    else if (event.key === "+" || event.key === "=") zoom(1 / 1.3, ...middle());
    else if (event.key === "-") zoom(1.3, ...middle());
    else if (event.key === "0") look(whole.slice());
    else return;
    event.preventDefault();
  });

  units.forEach((counter) => { counter.style.display = "none"; });
  goTo(placeKept());
})();
