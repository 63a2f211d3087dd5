import { db } from "@/lib/db/client";
import { shareWaiting, type WaitingLine } from "@/lib/domain/event/standing";
import { putLineLimit } from "@/lib/line/commands/line-limit";
import { tickEvent } from "@/lib/line/commands/tick";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_OWNER, toEventSettings } from "@/lib/services/event/settings/to-settings";
import { Attempts } from "@/lib/services/ground/attempts";

type OpenLine = WaitingLine & { readonly event: EventRef; readonly runId: number };

/**
 * Keeps those who wait at all events of each customer together within what the installation allows: a round
 * sets the line limits by how many wait then. Nobody who waits loses a place. What fails for one customer does
 * not hold up the others; the failures are thrown together at the end.
 */
export async function shareWaitingOfAll(redis: Redis): Promise<{ readonly customers: number }> {
  const customers = await db().customer.findMany({
    where: { maxWaiting: { not: null }, events: { some: { status: "open", testOf: null } } },
    select: { id: true },
  });
  const attempts = new Attempts();
  await Promise.all(customers.map(({ id }) => attempts.try(() => shareWaitingOf(redis, id))));
  attempts.end((failed) => `${failed} customers were not held to their limit.`);
  return { customers: customers.length };
}

/** A round for one customer; without a limit nothing is done. */
export async function shareWaitingOf(redis: Redis, customerId: string): Promise<void> {
  const customer = await db().customer.findUnique({
    where: { id: customerId, maxWaiting: { not: null } },
    select: { ...EVENT_OWNER, events: { where: { status: "open", testOf: null } } },
  });
  if (customer === null || customer.maxWaiting === null) return;
  const settings = customer.events.map((event) => toEventSettings(event, customer));
  const found = await Promise.all(
    settings.map(async (event): Promise<OpenLine | null> => {
      const { lineLimit } = event;
      const tick = await tickEvent(redis, event);
      if (tick.status === "LOST") return null;
      return { event, lineLimit, waiting: tick.state.waiting, runId: tick.state.runId };
    }),
  );
  const lines = found.flatMap((line) => (line === null ? [] : [line]));
  const limits = shareWaiting(customer.maxWaiting, lines);
  await Promise.all(
    lines.map(({ event, runId }, index) =>
      putLineLimit(redis, event, { runId, lineLimit: limits[index] ?? 1 }),
    ),
  );
}
