/** An address as four numbers of 32 bits; one of IPv4 as a single number. */
export type AddressWords = readonly [number] | readonly [number, number, number, number];

/** Both ends belong to the range. */
export type AddressRange = { readonly first: AddressWords; readonly last: AddressWords };

export type RangeReading =
  | { readonly ok: true; readonly range: AddressRange }
  | { readonly ok: false; readonly reason: string };

const WORD_BITS = 32;
const GROUPS = 8;
const IPV4_OCTETS = 4;
/** Where the IPv4 address of `::ffff:a.b.c.d` begins. */
const MAPPED_BITS = 96;
const MAPPED_WORD = 0xff_ff;

const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const PREFIX = /^(?:0|[1-9]\d{0,2})$/;

/** Null for what is no IPv4 or IPv6 address. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is one of IPv4. */
export function readAddress(text: string): AddressWords | null {
  if (!text.includes(":")) return readIpv4(text);
  const words = readIpv6(text.split("%", 1)[0] ?? "");
  return words === null || !isMapped(words) ? words : [words[3]];
}

/** Reads an address, a CIDR range (`192.0.2.0/24`) or two addresses with a hyphen between. */
export function readRange(text: string): RangeReading {
  const hyphen = text.indexOf("-");
  if (hyphen >= 0) return readEnds(text.slice(0, hyphen).trim(), text.slice(hyphen + 1).trim());
  const slash = text.indexOf("/");
  const written = slash < 0 ? text : text.slice(0, slash);
  const address = readAddress(written);
  if (address === null) return refuse("Not an IP address or range.");
  if (slash < 0) return { ok: true, range: { first: address, last: address } };
  return readCidr(address, written, text.slice(slash + 1));
}

function readCidr(address: AddressWords, written: string, prefix: string): RangeReading {
  const isMappedRange = address.length === 1 && written.includes(":");
  const bits = PREFIX.test(prefix) ? Number(prefix) - (isMappedRange ? MAPPED_BITS : 0) : -1;
  const longest = address.length * WORD_BITS;
  if (bits < 0 || bits > longest) {
    return refuse(`The prefix length must be from 0 to ${longest}.`);
  }
  const first = masked(address, bits, 0);
  if (compareWords(first, address) !== 0) {
    return refuse("Use the first address of the range.");
  }
  return { ok: true, range: { first, last: masked(address, bits, 0xff_ff_ff_ff) } };
}

function readEnds(from: string, to: string): RangeReading {
  const first = readAddress(from);
  const last = readAddress(to);
  if (first === null || last === null) {
    return refuse("Not an IP address or range.");
  }
  if (first.length !== last.length) return refuse("Both ends must be IPv4 or both IPv6.");
  if (compareWords(first, last) > 0) return refuse("The range ends before it starts.");
  return { ok: true, range: { first, last } };
}

/** Below 0 where the first address is the lower one. Of the same kind both. */
export function compareWords(one: AddressWords, other: AddressWords): number {
  for (let index = 0; index < one.length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The address with everything after so many bits replaced by the bits of `fill`. */
function masked(address: AddressWords, bits: number, fill: number): AddressWords {
  const words = address.map((word, index) => {
    const kept = Math.min(Math.max(bits - index * WORD_BITS, 0), WORD_BITS);
    // A shift by 32 bits is none in JavaScript.
    const mask = kept === 0 ? 0 : (0xff_ff_ff_ff << (WORD_BITS - kept)) >>> 0;
    return ((word & mask) | (fill & ~mask)) >>> 0;
  });
  return asWords(words);
}

function readIpv4(text: string): readonly [number] | null {
  const octets = text.split(".");
  if (octets.length !== IPV4_OCTETS) return null;
  let word = 0;
  for (const octet of octets) {
    if (!OCTET.test(octet) || Number(octet) > 255) return null;
    word = word * 256 + Number(octet);
  }
  return [word];
}

function readIpv6(text: string): readonly [number, number, number, number] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const groups = halves.map(groupsOf);
  const [head, tail] = groups;
  if (head === undefined || head === null || tail === null) return null;
  const given = head.length + (tail?.length ?? 0);
  if (tail === undefined ? given !== GROUPS : given >= GROUPS) return null;
  const zeros = Array.from({ length: GROUPS - given }, () => 0);
  const all = [...head, ...zeros, ...(tail ?? [])];
  const at = (index: number) => (all[2 * index] ?? 0) * 65_536 + (all[2 * index + 1] ?? 0);
  return [at(0), at(1), at(2), at(3)];
}

/** The numbers between colons; null when one of them is none. An IPv4 address may stand for the last two. */
function groupsOf(half: string): readonly number[] | null {
  if (half === "") return [];
  const groups: number[] = [];
  const parts = half.split(":");
  for (const [index, part] of parts.entries()) {
    if (GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const ipv4 = index === parts.length - 1 ? readIpv4(part) : null;
    if (ipv4 === null) return null;
    groups.push(ipv4[0] >>> 16, ipv4[0] & 0xff_ff);
  }
  return groups;
}

function isMapped(words: readonly [number, number, number, number]): boolean {
  return words[0] === 0 && words[1] === 0 && words[2] === MAPPED_WORD;
}

function asWords(words: readonly number[]): AddressWords {
  const [first = 0, second = 0, third = 0, fourth = 0] = words;
  return words.length === 1 ? [first] : [first, second, third, fourth];
}

function refuse(reason: string): RangeReading {
  return { ok: false, reason };
}
