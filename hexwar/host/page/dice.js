// What this browser gives to dice that all throw, and what it proves of them: the record is followed
// line by line, and no link is given to a host that has changed one. The secret of the chain stays here.
import { begun, Chain, extended, face, follows, hex, rollKey, sha256, unhex } from "./fair.js";

const utf8 = (text) => new TextEncoder().encode(text);

export class Dice {
  constructor(give, told) {
    this.give = give; // sends a part: its value, and the number of the roll
    this.told = told; // is told a sentence when something is wrong
    this.lines = [];
    this.raw = [];
    this.last = new Map(); // seat: the last link that is known of its chain
    this.links = new Map(); // roll: links by seat
    this.rolled = 0;
    this.fault = "";
    this.given = new Set();
  }

  take({ from, lines }) {
    if (this.fault) return;
    lines.forEach((raw, index) => {
      const at = from + index;
      if (at < this.raw.length) {
        if (this.raw[at] !== raw) this.blame(`line ${at + 1} of the record has been changed`);
      } else if (at === this.raw.length) {
        this.raw.push(raw);
        this.line(JSON.parse(raw), utf8(raw));
      } else this.blame("lines of the record were left out");
    });
  }

  line(line, raw) {
    this.lines.push(line);
    if (this.lines.length === 1) { this.head = begun(raw); return; }
    if ("anchor" in line) this.last.set(line.anchor, unhex(line.value));
    if ("rolls" in line) {
      if (line.k !== this.rolled + 1) this.blame(`roll ${line.k} is thrown once more`);
      if (line.head !== hex(this.head)) this.blame(`a line before roll ${line.k} was changed`);
      this.rolled = line.k;
      this.pending = line.k;
      this.links.set(line.k, new Map());
    }
    if ("link" in line) {
      const link = unhex(line.value);
      if (line.k !== this.pending || !follows(link, this.last.get(line.link))) this.blame(`a link for roll ${line.k} is not of its chain`);
      this.last.set(line.link, link);
      this.links.get(line.k)?.set(line.link, link);
    }
    if ("do" in line || "begins" in line) this.pending = undefined;
    this.head = extended(this.head, raw);
    if (!this.terms && this.lines[0].fair.seats.every((seat) => this.last.has(seat))) this.terms = this.head;
  }

  blame(what) {
    this.fault = `The host does not keep to what was agreed about the dice: ${what}.`;
    this.told(this.fault);
  }

  async asked(dice) { // what the host asks of this seat
    if (this.fault || !dice?.asks) return;
    const chain = this.chain();
    if (dice.asks === "anchor") await this.give({ value: hex(chain.anchor) });
    else if (dice.k === this.pending && !this.given.has(dice.k)) {
      this.given.add(dice.k);
      await this.give({ value: hex(chain.link(dice.number)), k: dice.k });
    }
  }

  chain() {
    if (!this.own) {
      const name = `dice ${location.pathname}`;
      let secret = localStorage.getItem(name);
      if (!secret) {
        secret = hex(crypto.getRandomValues(new Uint8Array(32)));
        localStorage.setItem(name, secret);
      }
      this.own = new Chain(unhex(secret));
    }
    return this.own;
  }

  verified() { // when the secret was told: how many dice were thrown again, and whether all agree
    const told = this.lines.find((line) => "key" in line);
    if (!told || this.fault) return null;
    const secret = unhex(told.key);
    const promise = joined(utf8("hexwar dice commitment\n"), secret);
    if (hex(sha256(promise)) !== this.lines[0].commitment) { this.blame("its secret is not the one that it promised"); return null; }
    const counts = []; // dice of each action that stands: the next throw has the number of their sum
    const undone = [];
    let again = 0;
    for (const line of this.lines) {
      if ("undo" in line) undone.push(counts.pop());
      if ("redo" in line) counts.push(undone.pop());
      if ("back" in line) counts.length = line.back + 1;
      if (!("do" in line) && !("begins" in line)) continue;
      const thrown = line.thrown ?? [];
      if (thrown.length) {
        const links = this.lines[0].fair.seats.map((seat) => this.links.get(line.k)?.get(seat)).filter(Boolean);
        const key = rollKey(secret, this.terms, line.k, links);
        const first = counts.reduce((sum, count) => sum + count, 0);
        thrown.forEach((shown, at) => {
          if (face(key, first + at, line.of[at]) !== shown) this.blame(`a die of roll ${line.k} is not the one that fell`);
          again += 1;
        });
      }
      counts.push(thrown.length);
    }
    return this.fault ? null : again;
  }
}

const joined = (one, two) => {
  const out = new Uint8Array(one.length + two.length);
  out.set(one);
  out.set(two, one.length);
  return out;
};
