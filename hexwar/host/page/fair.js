// Dice that all throw together, as docs/explanation/fair_dice.md has it; tests/fair/vectors.json
// holds for this file and for hexwar/fair. SHA-256 is written out: on http:// of a local network
// browsers have no crypto.subtle.

const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  // Its constants are the first bits of the roots of primes: of cube roots, and of square roots.
  let filled = 0;
  for (let n = 2; filled < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
    if (!prime) continue;
    const bits = (root) => Math.floor((root % 1) * 2 ** 32);
    if (filled < 8) START[filled] = bits(Math.sqrt(n));
    K[filled++] = bits(Math.cbrt(n));
  }
}

export function sha256(data) {
  const length = data.length, blocks = (length + 72) >> 6;
  const padded = new Uint8Array(blocks * 64);
  padded.set(data);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(blocks * 64 - 8, Math.floor(length / 2 ** 29));
  view.setUint32(blocks * 64 - 4, length << 3);
  const hash = START.slice(), w = new Uint32Array(64);
  const turned = (x, by) => (x >>> by) | (x << (32 - by));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3))
        + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { hash[i] += value; });
  }
  const out = new Uint8Array(32);
  hash.forEach((value, i) => new DataView(out.buffer).setUint32(4 * i, value));
  return out;
}

const joined = (...pieces) => {
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) { out.set(piece, at); at += piece.length; }
  return out;
};

export function hmac(key, data) {
  const inner = new Uint8Array(64).fill(0x36), outer = new Uint8Array(64).fill(0x5c);
  key.forEach((byte, i) => { inner[i] ^= byte; outer[i] ^= byte; }); // keys have 32 bytes here
  return sha256(joined(outer, sha256(joined(inner, data))));
}

const utf8 = (text) => new TextEncoder().encode(text);
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export function digest(use, ...parts) {
  const pieces = [utf8(`hexwar fair ${use}\n`)];
  for (const part of parts) {
    const data = part instanceof Uint8Array ? part : utf8(String(part));
    pieces.push(utf8(`${data.length}:`), data);
  }
  return sha256(joined(...pieces));
}

export const follows = (link, last) => hex(digest("link", link)) === hex(last);

export class Chain {
  // All links at once: 130 kB, and a tenth of a second on a slow tablet.
  constructor(secret, length = 4096) {
    this.values = [secret];
    for (let at = 0; at < length; at++) this.values.push(digest("link", this.values[at]));
  }
  get anchor() { return this.values.at(-1); }
  link(number) { return this.values[this.values.length - 1 - number]; }
}

export function rollKey(secret, terms, number, links) {
  const rolled = digest("roll", terms, number, ...links);
  return secret.length ? hmac(secret, rolled) : rolled;
}

export function face(key, counter, sides) {
  const whole = Math.floor(2 ** 32 / sides) * sides;
  for (let block = 0; ; block++) {
    const view = new DataView(hmac(key, digest("face", counter, block)).buffer);
    for (let at = 0; at < 32; at += 4) {
      const number = view.getUint32(at);
      if (number < whole) return (number % sides) + 1;
    }
  }
}

export const begun = (header) => digest("begin", header);
export const extended = (head, line) => digest("line", head, line);
