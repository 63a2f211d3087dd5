import { HEADER_BYTES, LIST_FORMAT, rowBytes } from "./list-format";
import { type AddressWords, readAddress } from "./read-range";

/** Sorted ranges of addresses that do not overlap, in as many bytes as they need. */
export type AddressList = {
  readonly view: DataView;
  readonly ipv4: { readonly at: number; readonly count: number };
  readonly ipv6: { readonly at: number; readonly count: number };
};

/** Opens what a list builder has built; null for other bytes, and where some are missing. Copies nothing. */
export function openAddressList(bytes: Uint8Array): AddressList | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getUint32(0) !== LIST_FORMAT) return null;
  const ipv4 = { at: HEADER_BYTES, count: view.getUint32(4) };
  const ipv6 = { at: HEADER_BYTES + ipv4.count * rowBytes(1), count: view.getUint32(8) };
  return ipv6.at + ipv6.count * rowBytes(4) === bytes.length ? { view, ipv4, ipv6 } : null;
}

/** True when the address lies in one of the list's ranges. False for what is no address. */
export function contains({ view, ipv4, ipv6 }: AddressList, address: string): boolean {
  const words = readAddress(address);
  if (words === null) return false;
  const { at, count } = words.length === 1 ? ipv4 : ipv6;
  const width = rowBytes(words.length);
  // How many ranges begin at the address or before it; the last of them is the only one that can hold it.
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAt(view, at + middle * width, words) <= 0) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return false;
  return compareAt(view, at + (low - 1) * width + width / 2, words) >= 0;
}

/** Below 0 where the stored address is lower than the other. */
function compareAt(view: DataView, at: number, words: AddressWords): number {
  for (let index = 0; index < words.length; index += 1) {
    const difference = view.getUint32(at + 4 * index) - (words[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
