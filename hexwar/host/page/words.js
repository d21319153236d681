// The words beside the map: what happened, what is asked, who waits for whom. Text is always text.
import { clear } from "./board.js";

const byId = (id) => document.getElementById(id);

export const write = (parent, tag, words, classes = "") => {
  const child = document.createElement(tag);
  child.textContent = words;
  if (classes) child.className = classes;
  return parent.appendChild(child);
};

export const log = (lines, fresh) => {
  const list = byId("log");
  if (fresh) clear(list);
  for (const [words, rule, heading] of lines) {
    write(list, "li", rule ? `${words} (${rule})` : words, heading ? "heading" : "");
  }
  while (list.children.length > 400) list.removeChild(list.firstChild);
  list.scrollTop = list.scrollHeight;
};

export const battle = (cell, results, fights = [], thrown = []) => { // what came of it; its dice; its table, the cell lit
  byId("battle").hidden = !cell && !fights.length;
  byId("result").textContent = fights.map(([title, became]) => `${title}: ${became}.`).join(" ");
  if (thrown.length || !fights.length) clear(byId("thrown")); // a fight that goes on keeps its dice
  for (const [whose, ...faces] of thrown) {
    const row = write(byId("thrown"), "p", "");
    write(row, "span", whose);
    for (const face of faces) write(row, "b", face);
  }
  const table = byId("table");
  if (cell || !fights.length) clear(table); // a fight that goes on keeps its table
  if (!cell) return;
  const [column, hit, result] = cell;
  byId("result").textContent ||= result;
  const head = table.appendChild(document.createElement("tr"));
  ["", ...results.headings].forEach((words, place) => {
    write(head, "th", words, place === column + 1 && place > 0 ? "lit" : "");
  });
  let hitLine = null;
  results.rows.forEach((cells, row) => {
    const line = table.appendChild(document.createElement("tr"));
    cells.forEach((words, place) => {
      const lit = place > 0 && place === column + 1;
      write(line, place ? "td" : "th", words, lit && row === hit ? "hit" : lit ? "lit" : "");
    });
    if (row === hit) hitLine = line;
  });
  if (!hitLine) return;
  const box = byId("rows"); // as high as there is room, with the row that was thrown in its middle
  box.scrollTop = hitLine.offsetTop - (box.clientHeight - hitLine.offsetHeight) / 2;
};

export const goals = (lines, status) => {
  clear(byId("goals"));
  for (const words of lines) write(byId("goals"), "li", words);
  byId("status").textContent = status;
};

export const talk = (who, words) => {
  const list = byId("talk");
  write(list, "li", `${who}: ${words}`);
  while (list.children.length > 100) list.removeChild(list.firstChild);
  list.scrollTop = list.scrollHeight;
};

export const span = (seconds) => {
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
};
