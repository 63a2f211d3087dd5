import { BlockList, isIP } from "node:net";

/** Loopback, private, link-local, shared, documentation and multicast ranges (RFC 6890). */
const INTERNAL_4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
/** Besides these, IPv6 ranges that carry an IPv4 address inside. */
const INTERNAL_6 = [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const;

const internal = new BlockList();
for (const [network, bits] of INTERNAL_4) internal.addSubnet(network, bits, "ipv4");
for (const [network, bits] of INTERNAL_6) internal.addSubnet(network, bits, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** True for an address of an internal network, and for anything that is no address. */
export function isInternalAddress(address: string): boolean {
  return isIn(internal, address) ?? true;
}

export function isLoopbackAddress(address: string): boolean {
  return isIn(loopback, address) ?? false;
}

function isIn(list: BlockList, address: string): boolean | null {
  const family = isIP(address);
  return family === 0 ? null : list.check(address, family === 4 ? "ipv4" : "ipv6");
}
