import { BlockList, isIP } from "node:net";

/** IPv4 ranges that are not for everybody (IANA's registry of special purposes, RFC 6890), and multicast. */
const SPECIAL_4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;
/** Of IPv6 only this is handed out to networks; whatever carries an IPv4 address is outside it or below. */
const GLOBAL_6 = ["2000::", 3] as const;
const SPECIAL_6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [network, bits] of SPECIAL_4) special.addSubnet(network, bits, "ipv4");
for (const [network, bits] of SPECIAL_6) special.addSubnet(network, bits, "ipv6");
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, "ipv6");

/** True for an address that anybody on the internet may reach; false for all others and for what is none. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return global6.check(address, "ipv6") && !special.check(address, "ipv6");
    default:
      return false;
  }
}
