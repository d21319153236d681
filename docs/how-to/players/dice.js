// A player for hexwar in JavaScript: it draws one of the actions.
//
//     hexwar play GAME --side "SIDE=program:node dice.js"

const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const word = line.split(" ", 1)[0];
  if (word === "hexwar") console.log("ready");
  if (word === "choose") {
    const { actions, random } = JSON.parse(line.slice(word.length));
    console.log(actions[random % actions.length]);
  }
});
