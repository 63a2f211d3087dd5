import { db } from "@/lib/db/client";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import { readSeatEnds } from "@/lib/line/commands/seat-ends-of";
import type { EventRef } from "@/lib/line/keys";
import { readFromLine } from "@/lib/services/ground/line-redis";
import type { ListedVisitor } from "../list-visitors";

type Asked = { readonly lane: number; readonly from: string | null; readonly atMost: number };

/** A page of those who were admitted in a run, the newest first, with the seats that they have now. */
export async function admittedPage(
  ref: EventRef,
  run: { readonly id: string },
  { lane, from, atMost }: Asked,
): Promise<{ readonly visitors: readonly ListedVisitor[]; readonly next: string | null }> {
  const rows = await db().admission.findMany({
    where: { runId: run.id, lane, renewal: 0, redirectType: { in: TYPES_WITH_NUMBER } },
    orderBy: [{ admittedAt: "desc" }, { id: "desc" }],
    ...(from === null ? {} : { cursor: { id: BigInt(from) }, skip: 1 }),
    take: atMost + 1,
    select: { id: true, queueNumber: true, queueId: true, admittedAt: true },
  });
  const shown = rows.slice(0, atMost);
  const seats = await readFromLine((redis) =>
    readSeatEnds(
      redis,
      ref,
      shown.map(({ queueId }) => queueId),
    ),
  );
  const visitors = shown.map(({ queueNumber, queueId, admittedAt }, index): ListedVisitor => {
    const until = seats[index] ?? null;
    return {
      number: Number(queueNumber),
      code: queueId,
      state: "admitted",
      at: admittedAt.toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
      isPresent: null,
      score: null,
    };
  });
  const oldest = rows.length > atMost ? shown.at(-1) : undefined;
  return { visitors, next: oldest === undefined ? null : String(oldest.id) };
}
