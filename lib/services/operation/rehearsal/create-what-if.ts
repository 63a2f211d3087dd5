import { randomInt } from "node:crypto";
import { db, type Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { arrivalsOfCurve, readArrivalsFile } from "@/lib/domain/rehearsal/arrivals";
import { type Arrivals, WHAT_IF_LIMITS, type WhatIfPlan } from "@/lib/domain/rehearsal/what-if";
import { newId } from "@/lib/platform/ids";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField, limitExceeded, preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { readEventDefaults } from "./inner/event-defaults";
import { readRealRun } from "./inner/real-run";
import { toListed } from "./rehearsal-view";
import { createWhatIfInput } from "./schemas";

/** So many of a customer wait for the worker at the most, and so many are kept. */
const WAITING_MAX = 3;
const KEPT = 200;

type EventOfInput = Pick<Event, "id" | "name"> | null;

/**
 * Stores a what-if, which a worker then plays. Throws `invalid` for arrivals that cannot be read, with the line of a file
 * and the reason; `limit_exceeded` while three others of the customer are under way.
 */
export const createWhatIf = defineVerb(
  "rehearsal:run",
  createWhatIfInput,
  async (context, { name, eventId, arrivals, uncertaintyPercent, plan, change }) => {
    const event = eventId === null ? null : await eventOf(context, eventId);
    const whatIf: WhatIfPlan = {
      arrivals: await arrivalsOf(arrivals, event),
      uncertaintyPercent,
      variants: [
        { ...plan, name: change === null ? "Plan" : "As planned" },
        ...(change === null ? [] : [{ ...change, name: "Changed" }]),
      ],
      seed: randomInt(2 ** 31),
      notPlayed: event === null ? [] : await notPlayedAt(context, event),
    };
    return withTransaction(context, async (tx) => {
      await lockCustomer(tx, context);
      await makeRoom(tx, context);
      const row = await tx.rehearsal.create({
        data: {
          id: newId("rehearsal"),
          customerId: context.customer.id,
          kind: "what_if",
          name,
          eventId: event?.id ?? null,
          plan: whatIf,
          createdBy: context.actor.name,
        },
      });
      await recordAudit(tx, context, {
        verb: "rehearsal.create",
        subject: row.id,
        summary: `started the simulation ${name}`,
        details: { eventId, arrivals: whatIf.arrivals.label },
      });
      return toListed(row);
    });
  },
);

/** Throws `precondition_failed` for the copy of a live rehearsal: nobody real was ever in it, and it is soon gone. */
async function eventOf(context: ServiceContext, eventId: string): Promise<Event> {
  const event = await getEventOfCustomer(db(), context, eventId);
  if (event.testOf === null) return event;
  throw preconditionFailed(`${event.name} is a rehearsal copy. Choose the original event.`);
}

/** As the event stands now: it may change, and its line go, before anybody reads the outcome. */
async function notPlayedAt(context: ServiceContext, event: Event) {
  return (await readEventDefaults(context, event)).notPlayed;
}

async function arrivalsOf(
  input: ReturnType<typeof createWhatIfInput.parse>["arrivals"],
  event: EventOfInput,
): Promise<Arrivals> {
  if (input.kind === "curve") {
    const perMinute = arrivalsOfCurve(input);
    const total = perMinute.reduce((sum, count) => sum + count, 0);
    if (total > WHAT_IF_LIMITS.people) {
      const most = WHAT_IF_LIMITS.people.toLocaleString("en");
      throw invalidField("arrivals.peakPerMinute", `More than ${most} visitors in total.`);
    }
    const label = `${input.shape}, ${input.peakPerMinute} at the peak, ${input.minutes} min`;
    return { kind: "curve", label, perMinute };
  }
  if (input.kind === "file") {
    const read = readArrivalsFile(input.text);
    if (read.ok) return { kind: "file", label: input.name, perMinute: read.perMinute };
    const lines = read.problems.map(({ line, reason }) => `Line ${line}: ${reason}`);
    throw invalidField("arrivals.text", lines.join("\n"));
  }
  return arrivalsOfRun(event, input.run);
}

/** Who came in a run of the event, minute by minute. */
async function arrivalsOfRun(event: EventOfInput, run: number): Promise<Arrivals> {
  const field = "arrivals.run";
  if (event === null) throw invalidField(field, "Choose the event of this run.");
  const real = await readRealRun({ ...event, run });
  if (real === null || real.joins === 0) {
    throw invalidField(field, `No data is stored for run ${run} of ${event.name}.`);
  }
  if (real.joins > WHAT_IF_LIMITS.people) {
    const most = WHAT_IF_LIMITS.people.toLocaleString("en");
    throw invalidField(
      field,
      `Run ${run} had more than ${most} arrivals, which is too many to simulate.`,
    );
  }
  const label = `run ${real.run} of ${real.eventName}${real.isCut ? ", its first two days" : ""}`;
  return { kind: "run", label, perMinute: real.joinsPerMinute };
}

/** Throws where too many are under way; of those that are over the oldest go. */
async function makeRoom(tx: Tx, context: ServiceContext): Promise<void> {
  const where = { customerId: context.customer.id };
  const waiting = await tx.rehearsal.count({
    where: { ...where, kind: "what_if", state: { in: ["queued", "running"] } },
  });
  if (waiting >= WAITING_MAX) {
    throw limitExceeded(
      `${WAITING_MAX} simulations are already running. Wait for one to finish, or cancel one.`,
    );
  }
  const old = await tx.rehearsal.findMany({
    where: { ...where, state: { in: ["done", "stopped", "failed"] }, copy: null },
    orderBy: { createdAt: "desc" },
    skip: KEPT - 1,
    select: { id: true },
  });
  await tx.rehearsal.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}
