import type { AddressList } from "./address-list";
import { rowBytes } from "./list-format";

/** A list so short may become any shorter one. */
const SMALL_ENTRIES = 100;
/** A longer one keeps at least this part of its entries from one load to the next. */
const KEPT_SHARE = 0.2;
/** A feed that names a larger part of all addresses names everybody. */
const COVERED_SHARE = 0.25;

const IPV4_ADDRESSES = 2 ** 32;
/** The first 32 bits of the addresses of IPv6 that are used: 2000::/3. */
const IPV6_FIRST = 0x20_00_00_00;
const IPV6_LAST = 0x3f_ff_ff_ff;

/** Why what a feed says now must not replace what it said before; null where it may. */
export function feedProblem(
  list: AddressList,
  now: { readonly entries: number },
  before: { readonly entries: number; readonly takeShorter: boolean },
): string | null {
  if (coveredShare(list) > COVERED_SHARE) {
    return "The list covers more than a quarter of all addresses.";
  }
  const isShorter = before.entries >= SMALL_ENTRIES && now.entries < before.entries * KEPT_SHARE;
  if (!isShorter || before.takeShorter) return null;
  const [was, is] = [before.entries, now.entries].map((count) => count.toLocaleString("en"));
  return `The list shrank from ${was} to ${is} entries.`;
}

/** Which part of all addresses a list has: of IPv4 or of IPv6, the larger one. */
function coveredShare({ view, ipv4, ipv6 }: AddressList): number {
  let inIpv4 = 0;
  for (let row = 0; row < ipv4.count; row += 1) {
    const at = ipv4.at + row * rowBytes(1);
    inIpv4 += view.getUint32(at + 4) - view.getUint32(at) + 1;
  }
  let inIpv6 = 0;
  for (let row = 0; row < ipv6.count; row += 1) {
    const at = ipv6.at + row * rowBytes(4);
    const first = Math.max(view.getUint32(at), IPV6_FIRST);
    const last = Math.min(view.getUint32(at + rowBytes(4) / 2), IPV6_LAST);
    // What lies within one of these networks is as good as nothing.
    inIpv6 += Math.max(0, last - first);
  }
  return Math.max(inIpv4 / IPV4_ADDRESSES, inIpv6 / (IPV6_LAST - IPV6_FIRST + 1));
}
