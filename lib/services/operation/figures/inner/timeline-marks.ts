import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";

/** A moment at which somebody, or the worker for them, did something to an event. */
export type TimelineMark = {
  readonly id: string;
  readonly atMs: number;
  /** As the audit log names it: `event.pause`. */
  readonly verb: string;
  /** A whole sentence without a full stop: "Ana paused Spring Sale". */
  readonly sentence: string;
};

const MARKS_MAX = 100;

type Marks = { readonly marks: readonly TimelineMark[]; readonly hasMoreMarks: boolean };

/** What the audit log says of an event between two moments, oldest first; nothing for whoever may not read that log. */
export async function readMarks(
  context: ServiceContext,
  event: Event,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<Marks> {
  if (!context.permissions.has("audit:read")) return { marks: [], hasMoreMarks: false };
  const rows = await db().auditEntry.findMany({
    where: {
      customerId: context.customer.id,
      subject: event.id,
      // A minute that goes on is not in the figures, and what was done in it is news.
      at: { gte: new Date(fromMs), lt: new Date(untilMs + 60_000) },
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MARKS_MAX + 1,
    select: { id: true, at: true, verb: true, summary: true },
  });
  const marks = rows
    .slice(0, MARKS_MAX)
    .reverse()
    .map(({ id, at, verb, summary }) => ({ id, atMs: at.getTime(), verb, sentence: summary }));
  return { marks, hasMoreMarks: rows.length > MARKS_MAX };
}
