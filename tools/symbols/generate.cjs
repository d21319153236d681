// Renders the unit symbols and echelons that the viewer ships, as small SVG files.
//
//   cd tools/symbols && npm install && npm run build
//
// Each file is drawn in pure black with no fill, on a fixed view box, so that the viewer can set
// colour and size by replacing text. A symbol's box (the frame of a friendly land unit) is exactly
// 150 x 100 with a margin of 8. Symbols that APP-6 letters (HQ, SF) are lettered by the viewer; an echelon's box is 200 x 42, drawn on the same scale.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const ms = require("milsymbol");

// Name in a game's YAML to: entity, first modifier, second modifier (numeric APP-6 codes).
const SYMBOLS = {
  air_assault: ["120100"],
  air_defence: ["130100"],
  airborne: ["121100", "00", "01"],
  airborne_artillery: ["130300", "00", "01"],
  ammunition: ["160400"],
  amphibious: ["120300"],
  anti_tank: ["120400"],
  armour: ["120500"],
  armoured_anti_tank: ["120401"],
  armoured_engineer: ["140701"],
  armoured_reconnaissance: ["120501"],
  artillery: ["130300"],
  aviation: ["120600"],
  bridging: ["140700", "06"],
  cavalry: ["121300"],
  cbrn: ["140100"],
  combined_arms: ["121000"],
  engineer: ["140700"],
  fixed_wing: ["120800"],
  infantry: ["121100"],
  maintenance: ["161100"],
  marine: ["121101"],
  mechanised_infantry: ["121102"],
  mechanised_infantry_with_gun: ["121105"],
  medical: ["161300"],
  missile: ["130700"],
  mortar: ["130800"],
  motorised_engineer: ["140702"],
  motorised_infantry: ["121104"],
  motorised_reconnaissance: ["121303"],
  mountain: ["121100", "00", "27"],
  mountain_artillery: ["130300", "00", "27"],
  observer: ["121200"],
  ordnance: ["162300"],
  petroleum: ["162500"],
  railhead: ["163000"],
  reconnaissance: ["121300"],
  rocket_artillery: ["130300", "41"],
  self_propelled_artillery: ["130301"],
  self_propelled_mortar: ["130801"],
  signal: ["111000"],
  ski: ["121100", "00", "42"],
  sniper: ["121500"],
  supply: ["163400"],
  surveillance: ["121600"],
  transportation: ["163600"],
  unmanned: ["121900"],
  water: ["164700"],
};

// Name to echelon code.
const ECHELONS = {
  team: "11",
  squad: "12",
  section: "13",
  platoon: "14",
  company: "15",
  battalion: "16",
  regiment: "17",
  brigade: "18",
  division: "21",
  corps: "22",
  army: "23",
  army_group: "24",
};

const LEFT = 25;
const RIGHT = 175;
const OPTIONS = { size: 100, fill: false, monoColor: "#000000", simpleStatusModifier: true };

/** The drawing inside milsymbol's <svg>, on our own view box and without a namespace. */
function drawing(code, viewBox) {
  const svg = new ms.Symbol(code, OPTIONS).asSVG();
  const inner = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
  if (/<text/.test(inner)) return null; // the viewer letters with fonts of its own
  const [, , width, height] = viewBox;
  return `<svg width="${width}" height="${height}" viewBox="${viewBox.join(" ")}">${inner}</svg>\n`;
}

function code(entity, first = "00", second = "00", echelon = "00") {
  return `1003100000${entity}${first}${second}`.replace(/^(.{8})00/, `$1${echelon}`);
}

function main(folder) {
  const skipped = [];
  for (const [name, parts] of Object.entries(SYMBOLS)) {
    const svg = drawing(code(...parts), [LEFT - 8, 42, RIGHT - LEFT + 16, 116]);
    if (svg === null) skipped.push(name);
    else fs.writeFileSync(path.join(folder, `${name}.svg`), svg);
  }
  for (const [name, echelon] of Object.entries(ECHELONS)) {
    // The frame is cut away: an echelon stands alone, above whatever box it belongs to.
    const svg = drawing(code("000000", "00", "00", echelon), [0, 2, 200, 42]);
    const bare = svg.replace(/<path d="M25,50 l150,0[^>]*><\/path>/, "");
    fs.writeFileSync(path.join(folder, `size_${name}.svg`), bare);
  }
  const frame = drawing(code("000000"), [LEFT - 8, 42, RIGHT - LEFT + 16, 116]);
  fs.writeFileSync(path.join(folder, "plain.svg"), frame);
  if (skipped.length) console.log(`lettered, so not drawn: ${skipped.join(", ")}`);
}

main(process.argv[2] ?? ".");
