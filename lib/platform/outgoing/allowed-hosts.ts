import { BlockList, isIP } from "node:net";

const NAME = /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** Internal hosts that whoever runs the installation lets customers name. */
export type AllowedHosts = {
  readonly hasName: (name: string) => boolean;
  readonly hasAddress: (address: string) => boolean;
};

/**
 * Reads names (`shop.internal`, `*.internal` for all below), addresses and ranges (`10.1.0.0/16`) with
 * commas between. Throws one sentence for anything else.
 */
export function parseAllowedHosts(text: string): AllowedHosts {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of text.split(",").map((part) => part.trim().toLowerCase())) {
    if (entry === "" || addRange(addresses, entry)) continue;
    if (!NAME.test(entry)) {
      throw new Error(
        `Set ALLOWED_PRIVATE_HOSTS to names, addresses and ranges such as shop.internal,10.1.0.0/16; "${entry}" is not valid.`,
      );
    }
    names.add(entry);
  }
  return {
    hasName: (name) => names.has(name) || wildcardsOf(name).some((above) => names.has(above)),
    hasAddress: (address) => {
      const family = isIP(address);
      return family !== 0 && addresses.check(address, family === 4 ? "ipv4" : "ipv6");
    },
  };
}

/** False when the entry is neither an address nor a range. */
function addRange(addresses: BlockList, entry: string): boolean {
  const [network = "", bits, ...rest] = entry.split("/");
  const family = isIP(network);
  if (family === 0 || rest.length > 0) return false;
  const longest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  if (!/^\d*$/.test(bits ?? "") || bits === "" || prefix > longest) return false;
  addresses.addSubnet(network, prefix, family === 4 ? "ipv4" : "ipv6");
  return true;
}

/** `*.b.c` and `*.c` for `a.b.c`. */
function wildcardsOf(name: string): string[] {
  const labels = name.split(".");
  return labels.slice(1).map((_label, index) => `*.${labels.slice(index + 1).join(".")}`);
}
