// The board: counters, arrows and what may be reached, drawn from the templates of the page.
const byId = (id) => document.getElementById(id);
const SVG = (tag, attributes) => {
  const node = document.createElementNS(byId("map").namespaceURI, tag);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  return node;
};
export const clear = (node) => { while (node.firstChild) node.removeChild(node.firstChild); };

export class Board {
  constructor(game, tapped, spoken) {
    this.game = game;
    this.svg = byId("map");
    this.units = Array.from(this.svg.querySelectorAll("#units > .u"));
    this.tapped = tapped;
    this.spoken = spoken;
    this.at = [];
    this.cursor = -1;
    this.whole = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.view = this.whole.slice();
    this.units.forEach((counter) => { counter.style.display = "none"; });
    this.listen();
  }

  // -- what is shown

  place(at) {
    const levels = {};
    this.at = at;
    at.forEach(([hex, values, turned, looks], unit) => {
      const counter = this.units[unit];
      counter.style.display = hex < 0 ? "none" : "";
      if (hex < 0) return;
      const level = levels[hex] = (levels[hex] ?? -1) + 1;
      const off = level * 0.085 * this.game.unit;
      const [x, y] = [this.game.hexes[hex][0] + off, this.game.hexes[hex][1] - off];
      counter.setAttribute("transform", `translate(${x} ${y})`);
      counter.style.transform = `translate(${x}px, ${y}px)`;
      const [, printed, left] = /^(.*?)(?: \((.+)\))?$/.exec(values); // the steps left have a plate
      counter.querySelector(".v").textContent = printed;
      counter.querySelector(".left text").textContent = left ?? "";
      counter.classList.toggle("hurt", Boolean(left));
      counter.classList.toggle("turned", Boolean(turned));
      const front = counter.querySelector(".look"); // a pointed plate, or a mark at a picture's edge
      if (front) front.style.display = looks === undefined ? "none" : "";
      if (front && looks !== undefined) front.setAttribute("transform", `rotate(${looks})`);
      counter.classList.toggle("plated", looks !== undefined);
    });
    this.count(at);
  }

  count(at) { // how many lie in a hex, where one counter hides the others
    const layer = byId("stacks");
    clear(layer);
    const stacks = new Map();
    at.forEach(([hex], unit) => { if (hex >= 0) stacks.set(hex, [...(stacks.get(hex) ?? []), unit]); });
    for (const [hex, there] of stacks) {
      if (there.length < 2) continue;
      const off = (there.length - 1) * 0.085 * this.game.unit;
      const [x, y] = this.game.hexes[hex];
      const badge = this.copy("t-stack", [x + off, y - off], String(there.length));
      badge.querySelector("title").textContent = there.map((unit) => `${this.game.names[unit]} ${at[unit][1]}`.trim()).join(", ");
      layer.appendChild(badge);
    }
  }

  copy(id, place, words) {
    const copy = byId(id).cloneNode(true);
    copy.removeAttribute("id");
    copy.setAttribute("transform", `translate(${place[0]} ${place[1]})`);
    const text = copy.querySelector("text");
    if (text && words !== undefined) text.textContent = words;
    return copy;
  }

  lie(lying, hidden) {
    const layer = byId("lying");
    clear(layer);
    for (const [x, y, drawing, letters] of lying) layer.appendChild(this.copy(drawing, [x, y], letters));
    for (const hex of hidden) layer.appendChild(this.copy("t-hidden", this.game.hexes[hex]));
  }

  beside(line) { // as far as the edge of the counter that a line leads to, where its head is seen
    const [[ax, ay], [bx, by]] = line.slice(-2);
    const share = 0.5 * this.game.unit / Math.max(1, Math.hypot(bx - ax, by - ay));
    return [...line.slice(0, -1), [bx - (bx - ax) * share, by - (by - ay) * share]];
  }

  aimed(aims) { // who attacked or fired where; nobody at a hex that his own side has taken
    return aims.filter(([unit, , target]) => this.unitsAt(target).every((one) => this.game.units[one] !== this.game.units[unit]));
  }

  changed({ routes, lost, fought, aims }) {
    const [below, above] = [byId("below"), byId("above")];
    clear(below);
    clear(above);
    for (const [unit, path] of routes ?? []) {
      if (path.length < 2) continue;
      const line = this.beside(path.map((hex) => this.game.hexes[hex])).join(" ");
      const route = this.copy(`t-route-${this.game.units[unit]}`, [0, 0]);
      route.querySelectorAll("polyline").forEach((part) => part.setAttribute("points", line));
      below.appendChild(route);
    }
    for (const [unit, begins, target] of this.aimed(aims ?? [])) {
      const away = this.beside([this.game.hexes[target], this.game.hexes[begins]]).reverse();
      const aim = this.copy(`t-aim-${this.game.units[unit]}`, [0, 0]);
      aim.querySelectorAll("polyline").forEach((part) => part.setAttribute("points", this.beside(away).join(" ")));
      above.appendChild(aim);
    }
    for (const [hex, result] of fought ?? []) above.appendChild(this.copy("t-clash", this.game.hexes[hex], result));
    for (const [unit, hex] of lost ?? []) above.appendChild(this.copy("t-lost", this.game.hexes[hex], this.game.names[unit]));
  }

  mark({ picked = [], may = [], reach = [], aim = -1 }) {
    const layer = byId("reach");
    clear(layer);
    const hex = (place, kind) => {
      const [x, y] = this.game.hexes[place];
      layer.appendChild(SVG("use", { href: "#h", x, y, class: kind }));
    };
    reach.forEach((place) => hex(place, "may"));
    if (aim >= 0) hex(aim, "aim");
    this.units.forEach((counter, unit) => {
      counter.classList.toggle("picked", picked.includes(this.game.names[unit]));
      counter.classList.toggle("able", may.includes(this.game.names[unit]));
    });
  }

  // -- where things are

  unitsAt(hex) {
    return this.at.flatMap(([place], unit) => (place === hex ? [unit] : []));
  }

  nearest(x, y) {
    let [best, least] = [-1, (this.game.unit * 1.1) ** 2];
    this.game.hexes.forEach(([hx, hy], hex) => {
      const far = (hx - x) ** 2 + (hy - y) ** 2;
      if (far < least) [best, least] = [hex, far];
    });
    return best;
  }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const per = this.perPixel();
    return [
      this.view[0] + this.view[2] / 2 + (event.clientX - box.left - box.width / 2) * per,
      this.view[1] + this.view[3] / 2 + (event.clientY - box.top - box.height / 2) * per,
    ];
  }

  perPixel() {
    return Math.max(this.view[2] / this.svg.clientWidth, this.view[3] / this.svg.clientHeight) || 1;
  }

  // -- zoom, and fingers

  look(view) { this.view = view; this.svg.setAttribute("viewBox", view.join(" ")); }

  zoom(factor, x, y) {
    const width = Math.max(this.whole[2] / 24, Math.min(this.whole[2], this.view[2] * factor));
    const share = width / this.view[2];
    this.look([x - (x - this.view[0]) * share, y - (y - this.view[1]) * share, width, this.view[3] * share]);
  }

  middle() { return [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2]; }

  listen() {
    const fingers = new Map();
    let moved = 0;
    let held = 0;
    const far = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    };
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1 / 1.18 : 1.18, ...this.point(event));
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      this.svg.setPointerCapture(event.pointerId);
      moved = fingers.size > 1 ? 1e9 : 0;
      clearTimeout(held);
      const hex = this.nearest(...this.point(event));
      held = setTimeout(() => { moved = 1e9; if (hex >= 0) this.spoken(hex); }, 550); // a long press looks
    });
    this.svg.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      moved += Math.hypot(dx, dy);
      if (moved > 8) clearTimeout(held);
      if (fingers.size === 2) {
        const was = far();
        fingers.set(event.pointerId, event);
        const [a, b] = [...fingers.values()];
        const between = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
        this.zoom(was / Math.max(1, far()), ...this.point(between));
      } else {
        fingers.set(event.pointerId, event);
        if (moved <= 8) return;
        const per = this.perPixel();
        this.look([this.view[0] - dx * per, this.view[1] - dy * per, this.view[2], this.view[3]]);
      }
    });
    const up = (event) => {
      clearTimeout(held);
      const alone = fingers.delete(event.pointerId) && fingers.size === 0;
      if (!alone || moved > 8 || event.type === "pointercancel") return;
      const hex = this.nearest(...this.point(event));
      if (hex >= 0) { this.goTo(hex, false); this.tapped(hex); }
    };
    this.svg.addEventListener("pointerup", up);
    this.svg.addEventListener("pointercancel", up);
  }

  // -- the cursor, for keys

  goTo(hex, speak = true) {
    this.cursor = hex;
    const layer = byId("cursor");
    clear(layer);
    const [x, y] = this.game.hexes[hex];
    layer.appendChild(SVG("use", { href: "#h", x, y, class: "here" }));
    const [left, top, width, height] = this.view;
    if (x < left || y < top || x > left + width || y > top + height) this.look([x - width / 2, y - height / 2, width, height]);
    if (speak) this.spoken(hex);
  }

  step(dx, dy) { // to the nearest hex in that direction
    if (this.cursor < 0) return this.goTo(this.nearestTo(...this.middle()));
    const [x, y] = this.game.hexes[this.cursor];
    let [best, least] = [-1, Infinity];
    this.game.hexes.forEach(([hx, hy], hex) => {
      const along = (hx - x) * dx + (hy - y) * dy;
      const beside = Math.abs((hx - x) * dy - (hy - y) * dx);
      if (along < this.game.unit * 0.4 || beside > along * 1.8) return;
      const cost = along + beside * 1.2;
      if (cost < least) [best, least] = [hex, cost];
    });
    if (best >= 0) this.goTo(best);
    return undefined;
  }

  nearestTo(x, y) {
    return this.game.hexes.reduce((best, [hx, hy], hex) => {
      const [bx, by] = this.game.hexes[best];
      return (hx - x) ** 2 + (hy - y) ** 2 < (bx - x) ** 2 + (by - y) ** 2 ? hex : best;
    }, 0);
  }
}
