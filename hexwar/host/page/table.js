// A seat at a table: what the host tells is shown, and what is tapped or typed is said to the host.
import { Board, clear } from "./board.js";
import { Dice } from "./dice.js";
import { Wire } from "./wire.js";
import * as words from "./words.js";

const byId = (id) => document.getElementById(id);
const game = JSON.parse(byId("data").textContent);
const LASTING = ["situation", "status", "hidden", "lying", "goals"];
const known = { n: undefined, said: 0, head: "", at: [], lying: [], hidden: [], goals: [], status: "" };
let table = { sides: {}, side: null };
let now = {};
let picked = [];
let offered = []; // the choices of what is picked
let aim = null; // what would be done if it is tapped again
let askedAbout = "";
let asked = 0; // answers to earlier questions are passed over
let clockAt = 0;
let since = []; // the steps since one's own last: what others did meanwhile stays drawn

const MOST_DRAWN = 80;

const unitName = (unit) => game.names[unit];
const hexOf = (number) => game.numbers.indexOf(number);
const say = (text) => { byId("said").textContent = text; };
const speak = (text) => { byId("spoken").textContent = text; };

const own = () => game.sides.indexOf(table.sides[table.side]);

// -- what the host tells

const take = (message) => {
  for (const key of LASTING) if (key in message) known[key] = message[key];
  for (const unit in message.at) known.at[unit] = message.at[unit];
  known.n = message.n;
  known.head = message.head;
  byId("head").textContent = known.situation;
};

const merged = (steps) => { // routes that go on are one
  const routes = new Map();
  for (const [unit, path] of steps.flatMap((step) => step.routes ?? [])) {
    const before = routes.get(unit);
    routes.set(unit, before && before.at(-1) === path[0] ? before.concat(path.slice(1)) : path);
  }
  const all = (key) => steps.flatMap((step) => step[key] ?? []);
  return { routes: [...routes], lost: all("lost"), fought: all("fought"), aims: all("aims") };
};

const show = () => {
  board.place(known.at);
  board.lie(known.lying, known.hidden);
  board.changed(merged(since));
  words.goals(known.goals, known.status);
};

const hear = (message) => {
  switch (message.t) {
    case "wire":
      document.body.classList.toggle("cut", !message.open);
      if (!message.open) say("The line to the host is cut; it is tried again.");
      break;
    case "hello":
      table = message;
      byId("dice").textContent = `${table.dice.kind}. ${table.dice.proves} Not proved: ${table.dice.proves_not} ${table.dice.stops ?? ""}`;
      if (byId("name")) [byId("name").value, byId("tell").value] = [message.name, message.tell];
      if (byId("notes") && document.activeElement !== byId("notes")) byId("notes").value = message.notes;
      break;
    case "whole":
      known.at = [];
      take(message);
      words.log(message.log, true);
      words.battle(null);
      since = [];
      show();
      break;
    case "step":
      take(message);
      words.log(message.log, false);
      words.battle(message.battle, message.table, message.fights, message.dice);
      if (message.side === own()) since = [];
      since = message.back ? [] : [...since, message].slice(-MOST_DRAWN);
      show();
      say(message.said);
      break;
    case "lines":
      dice.take(message);
      break;
    case "now":
      now = message.now;
      ask();
      dice.asked(now.dice);
      break;
    case "chat":
      if (message.k <= known.said) break;
      known.said = message.k;
      words.talk(table.sides[message.seat] ?? "A spectator", message.text);
      break;
    default:
  }
};

// -- what is asked

const ask = () => {
  const mine = Boolean(now.ask);
  const name = table.sides[now.waits];
  const parts = (now.dice?.waits ?? []).map((seat) => table.sides[seat]).join(", ");
  byId("waits").textContent = now.over ? "" : parts ? `${now.dice.begun ? "A part of the dice is waited for" : "It begins when all have sat down"}: ${parts}.` : mine ? "It is for you to choose." : `${name} (${now.players?.[now.waits] ?? ""}) is to choose.`;
  document.title = `${mine ? "\u25cf " : ""}${table.title}`;
  byId("over").hidden = !now.over;
  if (now.over) {
    byId("verdict").textContent = now.over.verdict;
    byId("because").textContent = now.over.because;
    byId("next").hidden = !now.next;
    byId("next").href = `/#${now.next ?? ""}`;
    if (byId("rematch")) byId("rematch").hidden = Boolean(now.next);
    const again = dice.verified();
    if (again !== null) byId("dice").textContent = `${table.dice.kind}: all ${again} dice were thrown again here, and are the same. ${table.dice.proves}`;
  }
  clockAt = performance.now();
  if (!table.side) return;
  byId("asked").hidden = Boolean(now.over);
  byId("prompt").textContent = now.ask?.prompt ?? "";
  byId("undo").disabled = !now.undo;
  byId("offer").hidden = !now.offer?.kind || now.offer.by === table.side;
  byId("offered").textContent = now.offer?.said ?? "";
  byId("orders").value = now.orders;
  byId("claim").disabled = byId("substitute").disabled = !now.clock?.late || mine;
  byId("pause").textContent = now.clock?.paused ? "Offer to go on" : "Offer a pause";
  byId("pause").disabled = !now.clock;
  byId("draw").disabled = !mine;
  byId("watch").hidden = !now.closed;
  byId("go_on").hidden = !now.rests;
  if (now.rests && !now.over) byId("waits").textContent = now.rests;
  // Who comes back after a cut, and is asked the same, keeps what he has picked.
  const about = JSON.stringify([known.head, now.ask]);
  if (about !== askedAbout) letGo();
  askedAbout = about;
};

const letGo = () => { picked = []; aim = null; byId("why").textContent = ""; clear(byId("foreseen")); choose(); };

const question = async (message) => {
  const mine = ++asked;
  const answer = await wire.say({ ...message, base: known.head });
  return mine === asked ? answer : null;
};

const choose = async () => {
  clear(byId("choices"));
  offered = [];
  board.mark({});
  if (!now.ask) return;
  const answer = await question({ t: "choices", picked });
  if (answer?.t !== "answer") { if (answer) refuse(answer); return; }
  offered = answer.choices;
  list(offered);
};

const refuse = (answer) => {
  if (answer.stale) return; // what happened is on its way, and with it what may be done now
  byId("why").textContent = answer.rule ? `${answer.why} (${answer.rule})` : answer.why;
};

const list = (choices) => {
  const box = byId("choices");
  clear(box);
  const units = [...new Set(choices.flatMap((choice) => choice.units))].filter((unit) => !picked.includes(unit));
  const places = [...new Set(choices.flatMap((choice) => choice.hexes.slice(-1)))].map(hexOf).filter((hex) => hex >= 0);
  board.mark({ picked, may: picked.length ? [] : units, reach: picked.length || !units.length ? places : [], aim: aim ? hexOf(aim.hexes.at(-1)) : -1 });
  const button = (text, done, pressed) => {
    const made = words.write(box, "button", text);
    made.type = "button";
    if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
    made.addEventListener("click", done);
  };
  const many = choices.length > 14;
  if (many && !picked.length) {
    units.forEach((unit) => button(unit, () => pick(unit), false));
  }
  const plain = many && !picked.length ? choices.filter((choice) => !choice.units.length) : choices;
  plain.slice(0, 60).forEach((choice) => {
    const needsLook = choice.hexes.length > 0 || choice.units.length > 0;
    button(choice.label, () => (needsLook ? look(choice) : act(choice.do)));
  });
};

const pick = (unit) => {
  picked = picked.includes(unit) ? picked.filter((other) => other !== unit) : [...picked, unit];
  aim = null;
  clear(byId("foreseen"));
  byId("why").textContent = "";
  choose();
};

const look = async (choice) => { // what would happen; the same again does it
  if (aim?.do === choice.do) return act(choice.do);
  aim = choice;
  const box = byId("foreseen");
  clear(box);
  byId("why").textContent = "";
  if (choice.why) { aim = null; refuse(choice.why); return undefined; }
  const answer = await question({ t: "preview", do: choice.do });
  if (!answer || aim !== choice) return undefined;
  clear(box);
  if (answer.t !== "answer" || answer.why) { aim = null; refuse(answer.why ?? answer); return undefined; }
  for (const line of answer.lines) words.write(box, "p", line);
  const made = words.write(box, "button", `Do it: ${choice.label}`, "do");
  made.type = "button";
  made.addEventListener("click", () => act(choice.do));
  speak(`${choice.label}. ${answer.lines.join(" ")} Enter does it.`);
  list(offered);
  return undefined;
};

const act = async (notation) => {
  aim = null;
  clear(byId("foreseen"));
  const answer = await wire.say({ t: "do", do: notation, base: known.head });
  if (answer.t === "refused") refuse(answer);
};

const tap = async (hex) => {
  if (!now.ask) return;
  const number = game.numbers[hex];
  const here = board.unitsAt(hex).map(unitName).reverse();
  if (aim && aim.hexes.at(-1) === number) { act(aim.do); return; }
  const reached = offered.filter((choice) => choice.hexes.at(-1) === number && (picked.length || !choice.units.length));
  if (!reached.length) {
    const able = here.filter((unit) => offered.some((choice) => choice.units.includes(unit)) || picked.includes(unit));
    if (able.length) { pick(able.find((unit) => !picked.includes(unit)) ?? able[0]); return; }
  }
  const answer = await question({ t: "choices", picked, at: number });
  if (answer?.t !== "answer") { if (answer) refuse(answer); return; }
  const may = answer.choices.filter((choice) => !choice.why);
  if (may.length === 1) look(may[0]);
  else if (may.length) { list(may); speak(`${may.length} choices at ${number}.`); }
  else if (answer.choices[0]?.why) refuse(answer.choices[0].why);
  else if (here.length && picked.length) letGo();
};

const tellHex = (hex) => {
  const stands = board.unitsAt(hex).map((unit) => `${unitName(unit)}, ${game.sides[game.units[unit]]}, ${known.at[unit][1]}`);
  const reach = offered.some((choice) => choice.hexes.at(-1) === game.numbers[hex]) ? "; may be chosen" : "";
  const more = known.hidden.includes(hex) ? "; more is hidden" : "";
  const text = `${game.numbers[hex]}, ${game.ground[hex]}${stands.length ? `: ${stands.join("; ")}` : ""}${more}${reach}.`;
  speak(text);
  say(text);
};

// -- what is tapped and typed

const board = new Board(game, tap, tellHex);
const wire = new Wire(hear, known);
const dice = new Dice((part) => wire.say({ t: "part", ...part }), say);

const on = (id, event, done) => byId(id)?.addEventListener(event, done);
const tell = async (message) => {
  const answer = await wire.say({ ...message, base: known.head });
  if (answer.t === "refused") { refuse(answer); say(answer.why); }
};
on("undo", "click", () => tell({ t: "undo" }));
on("drop", "click", letGo);
on("yes", "click", () => tell({ t: "answer", yes: true }));
on("no", "click", () => tell({ t: "answer", yes: false }));
on("draw", "click", () => tell({ t: "do", do: "draw" }));
on("rematch", "click", () => tell({ t: "offer", what: "rematch" }));
on("back", "click", () => tell({ t: "offer", what: "back" }));
on("pause", "click", () => tell({ t: "offer", what: now.clock?.paused ? "resume" : "pause" }));
on("watch", "click", () => tell({ t: "offer", what: "watch" }));
on("go_on", "click", () => tell({ t: "offer", what: "go_on" }));
on("resign", "click", () => { if (confirm("Give the game up?")) tell({ t: "resign" }); });
on("claim", "click", () => tell({ t: "claim" }));
on("substitute", "click", () => tell({ t: "substitute" }));
on("sit", "click", () => tell({ t: "sit" }));
on("orders", "change", () => tell({ t: "orders", orders: byId("orders").value }));
on("name", "change", () => tell({ t: "name", text: byId("name").value }));
on("tell", "change", () => tell({ t: "tell", text: byId("tell").value.trim() }));
on("forget", "click", () => tell({ t: "forget" }));
on("notes", "change", () => tell({ t: "notes", text: byId("notes").value }));
on("speak", "submit", (event) => {
  event.preventDefault();
  if (byId("words").value.trim()) tell({ t: "chat", text: byId("words").value });
  byId("words").value = "";
});
byId("replay").href = `${location.pathname}/replay`;
byId("save").href = `${location.pathname}/save`;

const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
byId("board").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key in KEYS) board.step(...KEYS[event.key]);
  else if (event.key === "Enter" || event.key === " ") { if (board.cursor >= 0) tap(board.cursor); }
  else if (event.key === "Escape") letGo();
  else if (event.key === "+" || event.key === "=") board.zoom(1 / 1.3, ...board.middle());
  else if (event.key === "-") board.zoom(1.3, ...board.middle());
  else if (event.key === "u" || event.key === "U") { if (now.undo) tell({ t: "undo" }); }
  else return;
  event.preventDefault();
});

setInterval(() => {
  if (!now.clock) return;
  const gone = (performance.now() - clockAt) / 1000;
  const runs = now.clock.runs;
  const left = Object.entries(now.clock.left).map(([side, seconds]) => `${table.sides[side]} ${words.span(seconds)}`);
  const running = now.clock.paused ? "The clock rests. " : runs === null ? "" : now.clock.late ? "Time has run out. " : `${words.span(Math.max(0, runs - gone))} left for this. `;
  byId("clock").textContent = `${running}In hand: ${left.join(", ")}.`;
}, 1000);
