import type { AddressInfo } from "node:net";
import type { Redis } from "ioredis";
import { db, disconnectDb } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { installationContext, type ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { createServerContext } from "@/waiting-room/create-server-context";
import { createRoomServer } from "@/waiting-room/http/listen";
import { createListener } from "@/waiting-room/routes/router";

const NO_SCRIPT = Buffer.from("0");

type RunningRoom = {
  readonly context: ReturnType<typeof createServerContext>;
  readonly origin: string;
  readonly close: () => Promise<void>;
};

/** A customer, and a waiting room in this process: what all lives that are played one after the other share. */
export type House = {
  readonly redis: Redis;
  /** Of an owner of the customer. */
  readonly context: ServiceContext;
  readonly room: RunningRoom;
  readonly newAddress: () => string;
  /** What the waiting room could not answer for, since it was asked last. */
  readonly takeFailures: () => readonly unknown[];
  readonly close: () => Promise<void>;
};

/** Opens a house on the databases of the environment. */
export async function openHouse(redis: Redis): Promise<House> {
  let failures: unknown[] = [];
  let addresses = 0;
  const context = await createCustomer(redis);
  const room = await openRoom(redis, (error) => failures.push(error));
  return {
    redis,
    context,
    room,
    newAddress: () => {
      addresses += 1;
      const [high, middle, low] = [addresses >> 16, addresses >> 8, addresses];
      return `${20 + (high % 100)}.${middle & 255}.${low & 255}.7`;
    },
    takeFailures: () => {
      const taken = failures;
      failures = [];
      return taken;
    },
    close: async () => {
      await room.close();
      await disconnectDb();
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

/** A waiting room whose visitors say their addresses, as behind a proxy. */
async function openRoom(redis: Redis, log: (error: unknown) => void): Promise<RunningRoom> {
  let listener: ReturnType<typeof createListener> | null = null;
  const server = createRoomServer((request, response) => listener?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const origin = `http://room.localhost:${port}`;
  const context = createServerContext({
    redis,
    masters: masterKeysFromEnvironment(),
    clientScript: NO_SCRIPT,
    connectorScript: NO_SCRIPT,
    trustedProxies: 1,
    origins: [origin],
    log,
  });
  listener = createListener(context);
  // A verb may take long on a busy machine: the line is heard of all the same.
  context.lines.start();
  return {
    context,
    origin,
    close: async () => {
      await context.lines.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
