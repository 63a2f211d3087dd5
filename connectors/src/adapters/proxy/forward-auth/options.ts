import { BlockList, isIP, isIPv4 } from "node:net";
import { requireOptions } from "../../../host/options.ts";
import type { NodeConnectorOptions } from "../../node/index.ts";
import { PROXIES, type ProxyDialect, type ProxyName } from "./proxies.ts";

/** How to answer the questions of a proxy. */
export interface ForwardAuthOptions extends Omit<NodeConnectorOptions, "readBody" | "acceptsPush"> {
  /** Which proxy asks. */
  readonly proxy: ProxyName;
  /** What the proxy sends as `X-Stanchion-Key`; at least 16 characters. */
  readonly proxyKey: string;
  /** Addresses and networks from which it may ask. Default: this machine. */
  readonly proxyAddresses?: readonly string[] | undefined;
}

/** What questions are answered by, with the defaults filled in. */
export interface ForwardAuthSettings {
  readonly dialect: ProxyDialect;
  readonly proxyKey: Uint8Array;
  readonly proxyAddresses: BlockList;
  readonly trustedProxies: number;
}

const KEY_MIN = 16;
const THIS_MACHINE = ["127.0.0.1", "::1"];

/** Null where one of them is neither an address nor a network. */
function readAddresses(entries: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const isNumber = bits === undefined || /^\d{1,3}$/.test(bits);
    const most = isIPv4(address) ? 32 : 128;
    const prefix = Number(bits ?? most);
    if (isIP(address) === 0 || !isNumber || prefix > most) return null;
    list.addSubnet(address, prefix, isIPv4(address) ? "ipv4" : "ipv6");
  }
  return list;
}

/**
 * Checks what concerns the proxy that asks; the connector checks the rest.
 *
 * @throws TypeError naming the option that is missing or wrong
 */
export function readForwardAuthSettings({
  proxy,
  proxyKey,
  proxyAddresses = THIS_MACHINE,
  trustedProxies = 1,
}: ForwardAuthOptions): ForwardAuthSettings {
  const addresses = readAddresses(proxyAddresses);
  requireOptions({
    proxy: Object.hasOwn(PROXIES, proxy),
    proxyKey: typeof proxyKey === "string" && proxyKey.length >= KEY_MIN,
    proxyAddresses: addresses !== null && proxyAddresses.length > 0,
    trustedProxies: Number.isInteger(trustedProxies) && trustedProxies >= 1,
  });
  return {
    dialect: PROXIES[proxy],
    proxyKey: Buffer.from(proxyKey),
    proxyAddresses: addresses ?? new BlockList(),
    trustedProxies,
  };
}
