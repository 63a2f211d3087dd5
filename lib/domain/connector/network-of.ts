/**
 * The network of an address as it may be kept: the first three bytes of IPv4, the first 48 bits of
 * IPv6, "" for anything else. Enough to see where a connector pulls from, too little to identify a machine.
 */
export function networkOf(address: string): string {
  const mapped = address.replace(/^::ffff:(?=[\d.]+$)/i, "");
  const bytes = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(mapped)?.[1];
  if (bytes !== undefined) return `${bytes}.0/24`;
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(":")) return "";
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const known = tail === undefined ? groups : [...groups, "0", "0", "0"];
  const first = known.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(":")}::/48`;
}
