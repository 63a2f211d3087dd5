const GROUPS_OF_NETWORK = 4;
const GROUPS_OF_SITE = 3;
const GROUPS = 8;

/** Whom an address stands for where addresses are counted: itself in IPv4, its network of 64 bits in IPv6. */
export function addressGroup(address: string): string {
  return address.includes(":") ? networkOf(address, GROUPS_OF_NETWORK) : address;
}

/**
 * Whom an address stands for, from the narrow to the wide: an IPv6 address for its network of 64 bits and its site of
 * 48, of which whoever has one has 65,536 networks.
 */
export function addressClasses(address: string): readonly AddressClass[] {
  if (!address.includes(":")) return [{ kind: "address", name: address }];
  return [
    { kind: "address", name: networkOf(address, GROUPS_OF_NETWORK) },
    { kind: "site", name: networkOf(address, GROUPS_OF_SITE) },
  ];
}

type AddressClass = { readonly kind: "address" | "site"; readonly name: string };

function networkOf(address: string, kept: number): string {
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  const network = groups.slice(0, kept).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${network.join(":")}::/${16 * kept}`;
}
