import { db, disconnectDb } from "@/lib/db/client";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { CreateEventInput, UpdateEventInput } from "@/lib/services/event/settings/schemas";
import { type ServiceContext, workerContext } from "@/lib/services/ground/context";
import { sleep } from "../shared/time";
import type { Stack } from "../stack/stack";
import type { Admitted } from "./watch-line";

const ATTEMPTS = 5;

export type EventOptions = Omit<CreateEventInput, "name" | "kind" | "targetUrl">;

/** Operates events as the console does; the worker's relay carries what changes to the line. */
export type EventControl = {
  /** Creates an always-on event and starts it. */
  open(options: EventOptions): Promise<void>;
  change(input: UpdateEventInput): Promise<void>;
  /** The row of an event's first run. */
  runOf(event: { readonly eventId: string }): Promise<string>;
  /** The admissions that the worker has moved to Postgres. */
  stored(eventId: string): Promise<Admitted[]>;
  /** For whom it speaks. */
  readonly context: ServiceContext;
  close(): Promise<void>;
};

/** Speaks for the demo customer of a stack. Sets this process's environment to the stack's. */
export async function controlEvents({ env, demo, urls }: Stack): Promise<EventControl> {
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined) process.env[name] = value;
  }
  const customer = await db().customer.findUniqueOrThrow({ where: { wireId: demo.customerId } });
  const context = workerContext(customer, "chaos");
  return {
    context,
    async open(options) {
      await createEvent(context, {
        name: options.eventId,
        kind: "always-on",
        targetUrl: `${urls.shop}/tickets`,
        ...options,
      });
      await startEvent(context, { eventId: options.eventId });
    },
    // On a machine that is busy with the crowd a transaction may not get its turn in time.
    change: (input) => retried(() => updateEvent(context, input)),
    async runOf({ eventId }) {
      const where = { event: { wireId: eventId, customerId: customer.id } };
      return (await db().run.findFirstOrThrow({ where })).id;
    },
    async stored(eventId) {
      const rows = await db().admission.findMany({
        where: { run: { event: { wireId: eventId, customerId: customer.id } } },
      });
      return rows.map(({ queueNumber, admittedAt, queueId, renewal, redirectType }) => ({
        queueNumber: Number(queueNumber),
        admittedAtMs: admittedAt.getTime(),
        queueId,
        renewal,
        redirectType,
      }));
    },
    close: disconnectDb,
  };
}

async function retried(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(500);
    }
  }
}
