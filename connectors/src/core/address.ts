/** `[address]:port` and `192.0.2.1:port`, as some proxies write it, and the zone of a link-local address. */
const BESIDE_ADDRESS = /^\[|\](?::\d+)?$|%.*$/g;
const BESIDE_IPV4 = /^([\d.]+):\d+$/;
/** How nearly every address is written. */
const USUAL = /^[\d.]+$/;
const IPV4_IN_IPV6 = /^(?:::|(?:0{1,4}:){5})ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/;

/**
 * Writes an address in the one way in which every part of the system compares it: IPv4 also where it comes
 * within IPv6, no port, no zone, small letters. What is no address stays as it is.
 *
 * @example
 * plainAddress("::FFFF:203.0.113.9"); // "203.0.113.9"
 */
export function plainAddress(address: string): string {
  if (USUAL.test(address)) return address;
  const bare = address.trim().replace(BESIDE_ADDRESS, "").replace(BESIDE_IPV4, "$1").toLowerCase();
  const [, ipv4, ...pairs] = IPV4_IN_IPV6.exec(bare) ?? [];
  if (ipv4 || !pairs[0]) return ipv4 ?? bare;
  const bytes = pairs.map((pair) => Number.parseInt(pair ?? "", 16));
  return bytes.map((pair) => `${pair >> 8}.${pair & 255}`).join(".");
}
