// The owner's page: a new table, and the links of its seats to hand out.
const byId = (id) => document.getElementById(id);
const { games, levels, tables } = JSON.parse(byId("data").textContent);
const fill = (select, pairs) => {
  select.replaceChildren(...pairs.map(([value, words]) => new Option(words, value)));
};
const chosen = () => games.find((game) => game.id === byId("game").value);
const checks = () => Array.from(byId("options").querySelectorAll("input"));
const seats = () => Array.from(byId("seats").querySelectorAll("select"));

const show = () => {
  const game = chosen();
  fill(byId("scenario"), game.scenarios);
  const label = (words, field) => {
    const made = document.createElement("label");
    made.append(field, ` ${words}`);
    return made;
  };
  byId("options").querySelectorAll("label").forEach((old) => old.remove());
  for (const [value, words] of game.options) {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value });
    byId("options").append(label(words, box));
  }
  byId("seats").querySelectorAll("label").forEach((old) => old.remove());
  for (const [side, words] of game.sides) {
    const select = document.createElement("select");
    fill(select, [["human", "Person"], ...levels.map(([id, title]) => [id, `Computer: ${title}`])]);
    select.dataset.side = side;
    byId("seats").append(label(words, select));
  }
};

const post = async (path, body) => {
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  return [answer.ok, await answer.json()];
};
const showLinks = (links) => {
  byId("links").replaceChildren(...Object.entries(links).map(([seat, link]) => {
    const line = document.createElement("li");
    const anchor = Object.assign(document.createElement("a"), { textContent: link, href: link });
    line.append(`${seat}: `, anchor);
    return line;
  }));
};
byId("tables").append(...tables.map(({ table, title, seats: taken, waits }) => {
  const line = document.createElement("li");
  line.append(`${title} (${waits}) `);
  for (const seat of taken) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `New link: ${seat}` });
    button.addEventListener("click", async () => {
      const [fine, told] = await post("/host/links", { table, seat });
      byId("said").textContent = fine ? `The new link of ${seat}, ${title}:` : told.why;
      showLinks(told.links ?? {});
    });
    line.append(button, " ");
  }
  return line;
}));

byId("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = {
    game: chosen().id,
    scenario: byId("scenario").value,
    options: checks().filter((box) => box.checked).map((box) => box.value),
    players: Object.fromEntries(seats().filter((seat) => seat.value !== "human").map((seat) => [seat.dataset.side, seat.value])),
    policy: { each: 60 * Number(byId("each").value), bank: 60 * Number(byId("bank").value), watch: byId("watch").checked, delay: byId("watch").checked ? 60 * Number(byId("delay").value) : 0, dice: byId("dice").value },
  };
  const [fine, told] = await post("/host/tables", body);
  byId("said").textContent = fine ? "The table is laid. Give each player the link of his seat, and nobody else." : told.why;
  showLinks(told.links ?? {});
});

fill(byId("game"), games.map((game) => [game.id, game.title]));
byId("game").addEventListener("change", show);
show();
