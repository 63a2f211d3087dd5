import { z } from "zod";
import { db } from "@/lib/db/client";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";

export const listRunsInput = z.strictObject({
  /** The id of the last run seen; the page after it follows. */
  after: z.string().max(64).optional(),
  eventId: eventIdField.optional(),
  count: z.number().int().min(1).max(100).default(30),
});
export type ListRunsInput = z.input<typeof listRunsInput>;

/** A run in the list of reports. */
export type RunLine = {
  readonly runId: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly run: number;
  /** ISO 8601, UTC; the end is null while it goes on. */
  readonly openedAt: string;
  readonly endedAt: string | null;
  /** Numbers handed out, and of those who had one who was let in, as the minutes have them. */
  readonly joined: number;
  readonly admitted: number;
  readonly isPublished: boolean;
};

export type RunPage = { readonly runs: readonly RunLine[]; readonly next: string | null };

type Sums = {
  readonly runId: string;
  readonly joined: number;
  readonly admitted: number;
};

/** The runs of all events, the newest first; without test copies. Their sums come from the figures by minute. */
export async function listRuns(
  context: ServiceContext,
  rawInput: ListRunsInput = {},
): Promise<RunPage> {
  requirePermission(context, "report:read");
  const { after, eventId, count } = listRunsInput.parse(rawInput);
  const ofCustomer = {
    customerId: context.customer.id,
    testOf: null,
    ...(eventId === undefined ? {} : { wireId: eventId }),
  };
  const last =
    after === undefined
      ? null
      : await db().run.findFirst({ where: { id: after, event: ofCustomer } });
  const behind =
    last === null
      ? {}
      : {
          OR: [
            { openedAt: { lt: last.openedAt } },
            { openedAt: last.openedAt, id: { lt: last.id } },
          ],
        };
  const rows = await db().run.findMany({
    where: { event: ofCustomer, ...behind },
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
    take: count + 1,
    include: {
      event: { select: { wireId: true, name: true } },
      published: { select: { id: true } },
    },
  });
  const shown = rows.slice(0, count);
  const sums = await sumsOf(shown.map(({ id }) => id));
  const runs = shown.map(({ id, number, openedAt, endedAt, event, published }) => {
    const { joined = 0, admitted = 0 } = sums.get(id) ?? {};
    return {
      ...{ runId: id, eventId: event.wireId, eventName: event.name, run: number },
      openedAt: openedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      ...{ joined, admitted, isPublished: published !== null },
    };
  });
  return { runs, next: rows.length > count ? (shown.at(-1)?.id ?? null) : null };
}

async function sumsOf(runIds: readonly string[]): Promise<ReadonlyMap<string, Sums>> {
  const rows = await db().$queryRaw<Sums[]>`
    SELECT held."runId",
      coalesce(sum(one."sum") FILTER (WHERE held."kind" = 'joins'), 0)::float8 AS "joined",
      coalesce(sum(one."sum") FILTER (WHERE held."kind" <> 'joins'), 0)::float8 AS "admitted"
    FROM "HourFigure" AS held
    CROSS JOIN LATERAL (SELECT sum("value") AS "sum" FROM unnest(held."counts") AS "value") AS one
    WHERE held."runId" = ANY (${[...runIds]})
      AND held."kind" IN ('joins', 'admitted-queue', 'admitted-safetynet')
    GROUP BY held."runId"`;
  return new Map(rows.map((row) => [row.runId, row]));
}
