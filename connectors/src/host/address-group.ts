const GROUPS_OF_NETWORK = 4;
const GROUPS_OF_SITE = 3;
const GROUPS = 8;
const IPV4_AT_THE_END = /:(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

/**
 * Whom an address stands for where addresses are counted: itself in IPv4, its network of 64 bits in IPv6, and where an
 * IPv6 address is made of an IPv4 address, that one.
 */
export function addressGroup(address: string): string {
  const [narrow] = addressClasses(address);
  return narrow?.name ?? address;
}

/**
 * Whom an address stands for, from the narrow to the wide: an IPv6 address for its network of 64 bits and its site of
 * 48, of which whoever has one has 65,536 networks.
 */
export function addressClasses(address: string): readonly AddressClass[] {
  if (!address.includes(":")) return [{ kind: "address", name: address }];
  const groups = groupsOf(address);
  const single = nameOfTranslated(groups);
  if (single !== null) return [{ kind: "address", name: single }];
  return [
    { kind: "address", name: networkOf(groups, GROUPS_OF_NETWORK) },
    { kind: "site", name: networkOf(groups, GROUPS_OF_SITE) },
  ];
}

type AddressClass = { readonly kind: "address" | "site"; readonly name: string };

/**
 * What stands for one IPv4 address behind a translator: that address; null for a usual IPv6 address. Otherwise everybody
 * behind a translator would be one source (their networks of 64 bits are the translator's), or whoever has one IPv4
 * address would be 65,536 of them (6to4). Nobody can choose it: answers go to where it says.
 */
function nameOfTranslated(groups: readonly number[]): string | null {
  const [first = 0, second = 0, third = 0, fourth = 0, , , seventh = 0, eighth = 0] = groups;
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  // 64:ff9b::/96 (NAT64 and SIIT, RFC 6052): an IPv4 visitor of a site that speaks IPv6 alone.
  if (first === 0x64 && second === 0xff9b && isZero(2, 6)) return ipv4Of(seventh, eighth);
  // 64:ff9b:1::/48 (RFC 8215): where in it the IPv4 address stands is the operator's choice. Each whole address is one.
  if (first === 0x64 && second === 0xff9b && third === 1) return networkOf(groups, GROUPS);
  // ::ffff:0:0/96 and, as SIIT first wrote it, ::ffff:0:0:0/96.
  if (isZero(0, 5) && groups[5] === 0xffff) return ipv4Of(seventh, eighth);
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return ipv4Of(seventh, eighth);
  // 2002::/16 (6to4, RFC 3056): a site of the IPv4 address in the second and third group.
  if (first === 0x2002) return ipv4Of(second, third);
  // 2001::/32 (Teredo, RFC 4380): the client's address at the end, inverted; what stands before is the server's.
  if (first === 0x2001 && second === 0 && (third !== 0 || fourth !== 0))
    return ipv4Of(seventh ^ 0xffff, eighth ^ 0xffff);
  return null;
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function groupsOf(address: string): number[] {
  const bare = (address.split("%")[0] ?? "").toLowerCase();
  const [head = "", tail] = bare.replace(IPV4_AT_THE_END, withHexadecimal).split("::");
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length);
  const texts = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  return texts.map((text) => Number.parseInt(text, 16) || 0);
}

function withHexadecimal(_text: string, ...bytes: readonly unknown[]): string {
  const [one = 0, two = 0, three = 0, four = 0] = bytes.slice(0, 4).map(Number);
  return `:${(256 * one + two).toString(16)}:${(256 * three + four).toString(16)}`;
}

function networkOf(groups: readonly number[], kept: number): string {
  const network = groups.slice(0, kept).map((group) => group.toString(16));
  return kept === GROUPS ? network.join(":") : `${network.join(":")}::/${16 * kept}`;
}
