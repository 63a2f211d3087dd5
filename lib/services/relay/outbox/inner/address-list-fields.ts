import type { Tx } from "@/lib/db/client";
import {
  type AddressListIndex,
  publishedLists,
  writePublishedList,
} from "@/lib/line/commands/published-address-lists";
import type { Redis } from "@/lib/line/redis-client";

/** Which address lists a customer has in Postgres. */
export async function addressListIndexOf(tx: Tx, customerId: string): Promise<AddressListIndex> {
  const rows = await tx.addressList.findMany({
    where: { customerId },
    select: { key: true, hash: true, size: true, counts: true },
    orderBy: { key: "asc" },
  });
  return Object.fromEntries(
    rows.flatMap(({ key, hash, size, counts }) =>
      hash === null ? [] : [[key, { hash, bytes: size, counts }]],
    ),
  );
}

/** Writes the bytes of lists that Redis does not have whole. Reads only those: lists are large. */
export async function writeMissingLists(
  tx: Tx,
  redis: Redis,
  { id, wireId }: { readonly id: string; readonly wireId: string },
  wanted: AddressListIndex,
): Promise<void> {
  const refs = Object.values(wanted);
  if (refs.length === 0) return;
  const present = await publishedLists(redis, wireId, refs);
  for (const hash of new Set(refs.map((ref) => ref.hash))) {
    if (present.has(hash)) continue;
    const row = await tx.addressList.findFirst({
      where: { customerId: id, hash },
      select: { bytes: true },
    });
    if (row?.bytes) await writePublishedList(redis, wireId, row.bytes);
  }
}
