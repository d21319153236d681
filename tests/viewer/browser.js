// A browser as far as the page of a replay needs one: `node browser.js PAGE HASH KEY...`. Prints what
// the page shows after its start and after each key; `at:X` is the pointer over the chances, X of 100 across.
"use strict";
const fs = require("fs");
const [page, hash, ...keys] = process.argv.slice(2);
const text = fs.readFileSync(page, "utf8");

class Element {
  constructor(tag, id = "") {
    Object.assign(this, { tagName: tag.toUpperCase(), id, style: {}, dataset: {}, children: [] });
    Object.assign(this, { attributes: {}, handlers: {}, textContent: "", value: "" });
  }
  get firstChild() { return this.children[0] ?? null; }
  appendChild(child) { this.children.push(child); return child; }
  removeChild(child) { this.children.splice(this.children.indexOf(child), 1); }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  getAttribute(name) { return this.attributes[name] ?? "0 0 100 100"; }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(name, handler) { this.handlers[name] = handler; }
  cloneNode() { return new Element(this.tagName); }
  querySelector() { return new Element("text"); }
  querySelectorAll() { return this.counters ?? []; }
  getBoundingClientRect() { return { left: 0, top: 0, width: 100, height: 100 }; }
}

const byId = new Map();
for (const found of text.matchAll(/<([a-zA-Z]+)\b[^>]*?\bid="([^"]+)"/g)) {
  byId.set(found[2], new Element(found[1], found[2]));
}
const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((found) => found[1]);
byId.get("game").textContent = scripts[0];
const units = JSON.parse(scripts[0]).names.length;
byId.get("map").counters = Array.from({ length: units }, () => new Element("g"));
byId.get("speed").value = "fast";
const strides = [...text.matchAll(/data-stride="(\w+)"/g)].map((found) => {
  const button = new Element("button");
  button.dataset.stride = found[1];
  return button;
});

const handlers = {};
globalThis.document = {
  getElementById: (id) => byId.get(id) ?? null,
  createElement: (tag) => new Element(tag),
  querySelectorAll: () => strides,
  addEventListener: (name, handler) => { handlers[name] = handler; },
};
globalThis.location = { hash };
globalThis.history = { replaceState: (state, title, place) => { globalThis.location.hash = place; } };
globalThis.requestAnimationFrame = (call) => call();

const told = [];
const note = () => told.push({
  where: byId.get("where").textContent,
  marks: byId.get("marks").children.map((button) => button.textContent),
  marked: byId.get("mark").attributes["aria-pressed"],
  hash: globalThis.location.hash,
  verdict: byId.get("over").style.display === "none" ? "" : byId.get("verdict").textContent,
  goals: byId.get("goals").children.map((line) => line.textContent),
  result: byId.get("battle").style.display === "none" ? "" : byId.get("result").textContent,
  cells: byId.get("table").children.flatMap((line) => line.children)
    .filter((cell) => cell.className === "hit").map((cell) => cell.textContent),
  dice: byId.get("dice").children.map((row) => row.children.map((part) => part.textContent)),
  hurt: byId.get("map").counters.flatMap((counter, unit) => (/ hurt/.test(counter.attributes.class) ? [unit] : [])),
  drawn: byId.get("above").children.length,
  read: byId.get("read")?.textContent ?? "",
  standing: byId.get("map").counters.filter((counter) => counter.style.display !== "none").length,
});
new Function(scripts[1])();
note();
for (const key of keys) {
  if (key.startsWith("at:")) byId.get("chances").handlers.pointermove({ clientX: Number(key.slice(3)) });
  else handlers.keydown({ key, target: { tagName: "BODY" }, preventDefault() {} });
  note();
}
console.log(JSON.stringify(told));
