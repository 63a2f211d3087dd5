import { z } from "zod";
import { db } from "@/lib/db/client";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { PAGE_FIELDS, type PageOf } from "@/lib/services/ground/keyset";

const listRunsInput = z.strictObject({
  ...PAGE_FIELDS,
  /** Runs of this event only. */
  eventId: eventIdField.optional(),
});

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

type Sums = {
  readonly runId: string;
  readonly joined: number;
  readonly admitted: number;
};

/**
 * The runs of the events that the caller may reach, the newest first; without test copies. Their sums come from the figures
 * by minute. Throws `invalid` for a cursor that is none of these runs.
 */
export const listRuns = defineVerb(
  "report:read",
  listRunsInput,
  async ({ customer, eventIds }, { limit, cursor, eventId }): Promise<PageOf<RunLine>> => {
    const ofCustomer = {
      customerId: customer.id,
      testOf: null,
      AND: [
        ...(eventId === undefined ? [] : [{ wireId: eventId }]),
        ...(eventIds === undefined ? [] : [{ wireId: { in: [...eventIds] } }]),
      ],
    };
    const rows = await db().run.findMany({
      where: { event: ofCustomer, ...(cursor === undefined ? {} : await behind(cursor, customer)) },
      orderBy: [{ openedAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      include: {
        event: { select: { wireId: true, name: true } },
        published: { select: { id: true } },
      },
    });
    const shown = rows.slice(0, limit);
    const sums = await sumsOf(shown.map(({ id }) => id));
    const items = shown.map(({ id, number, openedAt, endedAt, event, published }) => {
      const { joined = 0, admitted = 0 } = sums.get(id) ?? {};
      return {
        ...{ runId: id, eventId: event.wireId, eventName: event.name, run: number },
        openedAt: openedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        ...{ joined, admitted, isPublished: published !== null },
      };
    });
    return { items, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  },
);

/** The cursor is the id of the last run that was seen. */
async function behind(id: string, { id: customerId }: ServiceContext["customer"]) {
  const last = await db().run.findFirst({ where: { id, event: { customerId } } });
  if (last === null) throw invalidField("cursor", "This is not a cursor of this list.");
  const { openedAt } = last;
  return { OR: [{ openedAt: { lt: openedAt } }, { openedAt, id: { lt: id } }] };
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
