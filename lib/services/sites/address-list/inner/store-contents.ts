import type { Tx } from "@/lib/db/client";
import type { BuiltList } from "@/lib/domain/address-list/list-builder";
import { parseAddressList } from "@/lib/domain/address-list/parse-address-list";
import { hashOfList } from "@/lib/line/commands/published-address-lists";
import { env } from "@/lib/platform/env";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { readPushUrl } from "@/lib/platform/push/push-url";
import { invalidField, limitExceeded, refuseLines } from "@/lib/services/ground/errors";
import type { ListContents } from "../schemas";
import { CUSTOMER_LIST_BYTES_MAX } from "./list-limits";

/** The columns of a compiled list. */
export function compiledColumns({ bytes, entries, ranges }: BuiltList) {
  return {
    bytes: Uint8Array.from(bytes),
    hash: hashOfList(bytes),
    size: bytes.length,
    entries,
    ranges,
  };
}

/** The columns of a typed list. Throws `invalid` with every line that is wrong. */
export function typedColumns(text: string) {
  const parsed = parseAddressList(text);
  if (!parsed.ok) {
    refuseLines("contents.text", parsed.faults, parsed.faultCount);
    throw invalidField("contents.text", parsed.reason);
  }
  return {
    ...compiledColumns(parsed),
    kind: "typed" as const,
    text,
    url: null,
    dueAt: null,
    lastError: null,
    loadedAt: new Date(),
  };
}

/** The columns of a feed that is loaded anew from now on. Throws `invalid` for an address that is not asked. */
export function feedColumns({ url, everyMinutes }: Extract<ListContents, { kind: "feed" }>) {
  const reading = readPushUrl(url, allowedHostsOf(env.allowedPrivateHosts()));
  if (!reading.ok) throw invalidField("contents.url", reading.reason);
  return {
    kind: "feed" as const,
    text: null,
    url: reading.url,
    everyMinutes,
    dueAt: new Date(),
  };
}

/** Throws `limit_exceeded` when all lists of the customer together are too large. The caller holds its lock. */
export async function requireRoom(tx: Tx, customerId: string): Promise<void> {
  const { _sum } = await tx.addressList.aggregate({ where: { customerId }, _sum: { size: true } });
  if ((_sum.size ?? 0) <= CUSTOMER_LIST_BYTES_MAX) return;
  throw limitExceeded(
    "Address lists are limited to 16 MB in total. Delete a list or use a shorter one.",
  );
}
