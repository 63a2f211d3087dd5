import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import { readMailAddress } from "@/lib/domain/notice/asked";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import { findNumberByTokenKey } from "@/lib/line/commands/numbers-issued";
import { drawHash } from "@/lib/secrets/draw-hash";
import { noticeHash } from "@/lib/secrets/notice-link";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { matchOf, type VisitorMatch } from "./match-code";
import type { SearchedEvent } from "./searched-events";

/** So many places of one queue id or address are told. */
const TOLD_MAX = 20;

/** The places that were admitted with a queue id, the newest first. */
export async function matchQueueId(
  { customer }: ServiceContext,
  events: readonly SearchedEvent[],
  queueId: string,
): Promise<readonly VisitorMatch[]> {
  const rows = await db().admission.findMany({
    where: {
      queueId,
      redirectType: { in: TYPES_WITH_NUMBER },
      run: { event: { customerId: customer.id } },
    },
    orderBy: [{ admittedAt: "desc" }, { id: "desc" }],
    take: TOLD_MAX,
    select: { lane: true, queueNumber: true, run: { select: { number: true, eventId: true } } },
  });
  const matches = rows.flatMap(({ lane, queueNumber, run }) => {
    const event = events.find(({ id }) => id === run.eventId);
    if (event === undefined) return [];
    const named = { runId: run.number, lane, number: Number(queueNumber) };
    // A draw gives places other numbers than their codes name; the queue id stays.
    return [{ ...matchOf(event, named), code: queueId }];
  });
  return unique(matches);
}

/**
 * The places that an enqueue token with this key led to, at the events that are open. A customer may have put an address
 * into the key as it is, in small letters, or as its SHA-256.
 */
export async function matchTokenKey(
  events: readonly SearchedEvent[],
  typed: string,
): Promise<readonly VisitorMatch[]> {
  const small = typed.toLowerCase();
  const hash = createHash("sha256").update(small).digest("hex");
  const keys = new Set(typed.includes("@") ? [typed, small, hash] : [typed]);
  const open = events.filter(({ isOpen }) => isOpen);
  const found = await readFromLine((redis) =>
    Promise.all(
      open.flatMap((event) =>
        [...keys].map(async (key) => {
          const named = await findNumberByTokenKey(redis, event.ref, key);
          return named === null ? [] : [matchOf(event, named)];
        }),
      ),
    ),
  );
  return unique(found.flat());
}

/** The places whose visitors asked to be told of their turn at an e-mail address. */
export async function matchAddress(
  { customer }: ServiceContext,
  events: readonly SearchedEvent[],
  typed: string,
): Promise<readonly VisitorMatch[]> {
  const address = readMailAddress(typed);
  if (address === null) return [];
  const runs = await db().run.findMany({
    where: { event: { customerId: customer.id }, notices: { some: { kind: "mail" } } },
    distinct: ["eventId"],
    select: { eventId: true },
  });
  const asked = events.filter(({ id }) => runs.some(({ eventId }) => eventId === id));
  const hashes = await Promise.all(
    asked.map(async ({ id, eventId }) => {
      const key = await eventKeyOf(db(), { id, customerId: customer.wireId, eventId });
      return { run: { eventId: id }, addressHash: noticeHash(key, address) };
    }),
  );
  if (hashes.length === 0) return [];
  const notices = await db().notice.findMany({
    where: { OR: hashes },
    orderBy: { createdAt: "desc" },
    take: TOLD_MAX,
    select: {
      ...{ lane: true, number: true, drawn: true },
      run: { select: { number: true, eventId: true } },
    },
  });
  const matches = await Promise.all(
    notices.map(async ({ lane, number, drawn, run }) => {
      const event = asked.find(({ id }) => id === run.eventId);
      if (event === undefined) return [];
      const named = { runId: run.number, lane, number: Number(number) };
      return [matchOf(event, drawn ? await asJoined(event, named) : named)];
    }),
  );
  return unique(matches.flat());
}

/** With the number of before the draw, which the place's code names. */
async function asJoined(event: SearchedEvent, named: Parameters<typeof matchOf>[1]) {
  const { runId, lane, number } = named;
  if (lane !== 0) return named;
  const decided = await readFromLine((redis) => readDecidedDraw(redis, { ...event.ref, runId }));
  if (decided === null) return named;
  return { ...named, number: createDrawnNumbers(decided, drawHash).indexOf(number) ?? number };
}

/** A renewal and a second notice lead to the same place. */
function unique(matches: readonly VisitorMatch[]): readonly VisitorMatch[] {
  const places = matches.map((match) => {
    const { eventId, run, lane, number } = match;
    return [JSON.stringify([eventId, run, lane, number]), match] as const;
  });
  return [...new Map(places).values()];
}
