import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { startBalancer } from "../chaos/balancer";
import { countIn, type Guests } from "../chaos/guests";
import { endWhenIn, watchSale } from "../chaos/sale";
import type { Admitted } from "../chaos/watch-line";
import type { Figures } from "../shared/bars";
import { sleep, until } from "../shared/time";
import { buildServers } from "../stack/build";
import { findFreePorts } from "../stack/ports";
import { queryPostgres } from "../stack/postgres";
import { generatePrismaClient } from "../stack/prisma-client";
import { say } from "../stack/run-command";
import { temporaryDirectory } from "../stack/temporary-directory";
import { FORMER, type FormerSystem, startFormerSystem } from "./former-system";

const EVENT = { customerId: "demo", eventId: "upgrade", incarnation: null } as const;
const OUTFLOW_PER_MINUTE = 300;
const VALIDITY_SECONDS = 120;
const NEWCOMERS = { share: 0.2, perSecond: 2 };

/** The former version is replaced by this one with people waiting, goes back, and is replaced again, on the same stores. */
export async function runUpgrade(visitors: number): Promise<Figures> {
  const directory = await temporaryDirectory("stanchion-upgrade-");
  await generatePrismaClient();
  await buildServers();
  const system = await startFormerSystem(directory);
  const rooms = await startProcesses(system);
  const redis = connectRedis(system.redisUrl);
  await waitForRedis(redis, 10_000);
  await openEvent(system);
  await until("the event is known to waiting rooms", async () => {
    const settings = await readPublishedEvent(redis, EVENT.customerId, EVENT.eventId);
    return settings?.status === "open" && (await redis.exists(eventKeys(EVENT).line)) === 1;
  });
  const roomPorts = [...rooms.values()];
  const balancers = await Promise.all(
    roomPorts.map((port) =>
      startBalancer([port, ...roomPorts.filter((other) => other !== port)], "with the first"),
    ),
  );
  const events = { stored: () => stored(system.databaseUrl) };
  const sale = watchSale({ stack: system, roomPorts, redis, events }, EVENT, {
    queueTokenValiditySeconds: VALIDITY_SECONDS,
    balancerPorts: balancers.map(({ port }) => port),
    areWhole: true,
  });
  const { guests } = sale;
  await guests.send({ count: visitors, perSecond: visitors / 15 });
  const { share, perSecond } = NEWCOMERS;
  const coming = guests.send({ count: Math.ceil(share * visitors), perSecond });
  const migrations = await migrateDatabase(system.databaseUrl);
  say(`${migrations.length} migrations applied while ${FORMER.commit} runs`);
  let replaced = 0;
  for (const version of ["new", "former", "new"] as const)
    replaced += await replaceAll({ system, rooms, guests }, version);
  await coming;
  const wait = (1.5 * guests.all.length * 60_000) / OUTFLOW_PER_MINUTE + 60_000;
  const figures = await endWhenIn(sale, say, wait);
  await Promise.all(balancers.map((balancer) => balancer.close()));
  redis.disconnect();
  await system.close();
  return { ...figures, replaced };
}

async function startProcesses(system: FormerSystem): Promise<Map<string, number>> {
  await system.start("former", "worker");
  const rooms = new Map<string, number>();
  for (const name of ["room-1", "room-2"]) {
    const { waitingRoom } = name === "room-1" ? system.ports : await findFreePorts();
    await system.start("former", name, waitingRoom);
    rooms.set(name, waitingRoom);
  }
  return rooms;
}

function openEvent(system: FormerSystem): Promise<string> {
  const options = {
    eventId: EVENT.eventId,
    outflowPerMinute: OUTFLOW_PER_MINUTE,
    queueTokenValiditySeconds: VALIDITY_SECONDS,
    queueAll: true,
  };
  return system.operate(`await open(${JSON.stringify(options)});`);
}

type Scene = {
  readonly system: FormerSystem;
  readonly rooms: ReadonlyMap<string, number>;
  readonly guests: Guests;
};

async function replaceAll({ system, rooms, guests }: Scene, version: "new" | "former") {
  for (const name of ["worker", ...rooms.keys()]) {
    const inLine = guests.all.length - countIn(guests);
    say(`${name} becomes the ${version} one, with ${inLine} in line and ${countIn(guests)} let in`);
    await system.supervisor.stop(name, "SIGTERM");
    await system.start(version, name, rooms.get(name));
    await sleep(3_000);
  }
  return 1 + rooms.size;
}

/** The admissions that the worker has moved to Postgres. */
async function stored(databaseUrl: string): Promise<Admitted[]> {
  const { rows } = await queryPostgres(
    databaseUrl,
    `SELECT a."queueNumber"::text, a."queueId", a."renewal"::text, a."redirectType",
            (extract(epoch FROM a."admittedAt") * 1000)::bigint::text AS "admittedAtMs"
     FROM "Admission" a JOIN "Run" r ON r."id" = a."runId" JOIN "Event" e ON e."id" = r."eventId"
     WHERE e."wireId" = '${EVENT.eventId}'`,
  );
  return rows.map(({ queueId, redirectType, queueNumber, renewal, admittedAtMs }) => ({
    ...{ queueId, redirectType, queueNumber: Number(queueNumber) },
    ...{ renewal: Number(renewal), admittedAtMs: Number(admittedAtMs) },
  }));
}
