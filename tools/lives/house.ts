import { db, disconnectDb } from "@/lib/db/client";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { newId } from "@/lib/platform/ids";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { installationContext, type ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { listen } from "@/tools/stack/ports";
import { createServerContext } from "@/waiting-room/create-server-context";
import { createRoomServer } from "@/waiting-room/http/listen";
import { createListener } from "@/waiting-room/routes/router";
import { SimulatedClock } from "./simulated-clock";

const NO_SCRIPT = Buffer.from("0");

/** A customer, and a waiting room in this process: what all lives that are played one after the other share. */
export type House = Awaited<ReturnType<typeof openHouse>>;

/** Until it is closed, time is simulated in this process. Visitors say their addresses, as behind a proxy. */
export async function openHouse(redisUrl: string) {
  const redis = connectRedis(redisUrl);
  await waitForRedis(redis, 10_000);
  const failures: unknown[] = [];
  let addresses = 0;
  let listener: ReturnType<typeof createListener> | null = null;
  const server = createRoomServer((request, response) => listener?.(request, response));
  const origin = `http://room.localhost:${await listen(server)}`;
  const room = createServerContext({
    redis,
    masters: masterKeysFromEnvironment(),
    clientScript: NO_SCRIPT,
    connectorScript: NO_SCRIPT,
    trustedProxies: 1,
    origins: [origin],
    log: (error) => failures.push(error),
  });
  listener = createListener(room);
  const context = await createCustomer(redis);
  // A verb may take long on a busy machine: the line is heard of all the same.
  room.lines.start();
  const clock = new SimulatedClock();
  clock.install();
  return {
    redis,
    clock,
    /** Of an owner of the customer. */
    context,
    customerId: context.customer.wireId,
    origin,
    lines: room.lines,
    /** Nobody else's, in no other life: limits of addresses last longer than a life. */
    newAddress: () => {
      addresses += 1;
      return `${20 + ((addresses >> 16) % 100)}.${(addresses >> 8) & 255}.${addresses & 255}.7`;
    },
    /** What the waiting room could not answer for, since it was asked last. */
    takeFailures: (): readonly unknown[] => failures.splice(0),
    close: async () => {
      clock.uninstall();
      room.leavers.stop();
      await room.lines.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await disconnectDb();
      redis.disconnect();
      disconnectLineRedis();
    },
  };
}

async function createCustomer(redis: Redis): Promise<ServiceContext> {
  const id = newId("customer");
  const wireId = `l${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
  const customer = { id, wireId, name: "Lives", timeZone: "UTC" };
  await db().customer.create({ data: customer });
  const context = installationContext(customer, "lives");
  await db().$transaction(async (tx) => {
    await addSecret(tx, context, { eventId: null, isActive: true });
    await enqueueOutbox(tx, context, "customer", id);
  });
  await relayOutbox(redis);
  return context;
}
