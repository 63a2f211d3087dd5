import type { Redis } from "ioredis";
import { db, disconnectDb } from "@/lib/db/client";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { CreateEventInput, UpdateEventInput } from "@/lib/services/event/settings/schemas";
import { type ServiceContext, workerContext } from "@/lib/services/ground/context";
import { sleep, until } from "../shared/time";
import type { Stack } from "../stack/stack";
import type { Admitted } from "./watch-line";

export type EventOptions = Partial<CreateEventInput> & Pick<CreateEventInput, "eventId">;

/** Operates events as the console does; the worker's relay carries what changes to the line. */
export type EventControl = Awaited<ReturnType<typeof controlEvents>>;

/** Creates an event, an always-on one where nothing else is said, and starts it. */
export async function openEvent(
  context: ServiceContext,
  { urls }: Pick<Stack, "urls">,
  options: EventOptions,
): Promise<void> {
  const { eventId } = options;
  const targetUrl = `${urls.shop}/tickets`;
  await createEvent(context, { name: eventId, kind: "always-on", targetUrl, ...options });
  await startEvent(context, { eventId });
}

/** Speaks for the demo customer of a stack. Sets this process's environment to the stack's. */
export async function controlEvents(stack: Stack) {
  Object.assign(process.env, stack.env);
  const where = { wireId: stack.demo.customerId };
  const customer = await db().customer.findUniqueOrThrow({ where });
  const context = workerContext(customer, "chaos");
  const runs = (eventId: string) => ({ event: { wireId: eventId, customerId: customer.id } });
  return {
    context,
    open: (options: EventOptions) => openEvent(context, stack, options),
    // On a machine that is busy with the crowd a transaction may not get its turn in time.
    change: (input: UpdateEventInput) => retried(() => updateEvent(context, input)),
    async runOf(eventId: string): Promise<string> {
      return (await db().run.findFirstOrThrow({ where: runs(eventId) })).id;
    },
    async stored(eventId: string): Promise<Admitted[]> {
      const rows = await db().admission.findMany({ where: { run: runs(eventId) } });
      return rows.map(({ queueNumber, admittedAt, queueId, renewal, redirectType }) => ({
        ...{ queueNumber: Number(queueNumber), admittedAtMs: admittedAt.getTime() },
        ...{ queueId, renewal, redirectType },
      }));
    },
    close: disconnectDb,
  };
}

/** Makes access codes for one use, to a lane or to the line, and waits until the line knows them. */
export async function makeCodes(
  { redis, events }: { readonly redis: Redis; readonly events: EventControl },
  event: EventRef,
  { count, lane }: { readonly count: number; readonly lane: string | null },
): Promise<string[]> {
  const use = { kind: "single-use" } as const;
  const batch = { eventId: event.eventId, name: "Guests", count, lane, use };
  const { csv } = await createAccessCodes(events.context, batch);
  const { codes } = eventKeys(event);
  await until("the line knows the codes", async () => (await redis.hlen(codes)) > count);
  const [, ...rows] = csv.trim().split("\r\n");
  return rows.map((row) => row.split(",")[0] ?? "");
}

async function retried(work: () => Promise<unknown>, attempts = 5): Promise<void> {
  await work().catch(async (error: unknown) => {
    if (attempts === 1) throw error;
    await sleep(500);
    await retried(work, attempts - 1);
  });
}
