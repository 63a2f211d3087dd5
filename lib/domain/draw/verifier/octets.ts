/** Bytes as WebCrypto takes them. */
export type Octets = Uint8Array<ArrayBuffer>;

export function octetsOf(text: string): Octets {
  return new TextEncoder().encode(text);
}

/** Reads fixed fields one after the other; `isDone` only when nothing is left over or missing. */
export class OctetReader {
  #at = 0;
  readonly #octets: Octets;

  constructor(octets: Octets) {
    this.#octets = octets;
  }

  get isDone(): boolean {
    return this.#at === this.#octets.length;
  }

  take(length: number): Octets {
    const part = this.#octets.slice(this.#at, this.#at + length);
    if (part.length !== length) throw new RangeError("The text is cut off.");
    this.#at += length;
    return part;
  }

  /** An unsigned number of 1, 4 or 8 bytes, most significant first, up to 2^53 - 1. */
  number(length: 1 | 4 | 8): number {
    const value = this.take(length).reduce((sum, octet) => sum * 256 + octet, 0);
    if (!Number.isSafeInteger(value)) throw new RangeError("A number is too large.");
    return value;
  }
}

/** Fixed fields one after the other: a number with its length in bytes, most significant first. */
export function join(
  ...parts: readonly (Octets | readonly [value: number, bytes: number])[]
): Octets {
  const all = parts.map((part) => (part instanceof Uint8Array ? part : bigEndian(...part)));
  const joined = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function hexOf(octets: Octets): string {
  let hex = "";
  for (const octet of octets) hex += (octet + 256).toString(16).slice(1);
  return hex;
}

/** Of text that is known to be hexadecimal. */
export function octetsOfHex(hex: string): Octets {
  const octets = new Uint8Array(hex.length / 2);
  for (let at = 0; at < octets.length; at += 1) {
    octets[at] = Number(`0x${hex.slice(at * 2, at * 2 + 2)}`);
  }
  return octets;
}

/** Of unpadded base64url; throws where another text would give the same bytes. */
export function octetsOfBase64Url(text: string): Octets {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new RangeError("The text is not base64url.");
  const base64 = text.replace(/-/g, "+").replace(/_/g, "/");
  const binary = atob(base64);
  const canonical = btoa(binary).replace(/=+$/, "");
  if (canonical !== base64) throw new RangeError("The text is not canonical base64url.");
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function bigEndian(value: number, bytes: number): Octets {
  const octets = new Uint8Array(bytes);
  let rest = value;
  for (let at = bytes - 1; at >= 0; at -= 1) {
    octets[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return octets;
}
