import { execFile } from "node:child_process";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { sleep } from "../shared/time";
import { findFreePorts } from "../stack/ports";
import { createDatabase, dropDatabase, startPostgres, withDatabase } from "../stack/postgres";
import { Supervisor } from "../stack/processes";
import { installPackages } from "../stack/programs";
import { temporaryDirectory } from "../stack/temporary-directory";
import { newDisturbance, type Say } from "./aftermath";
import { type Cluster, type Scenario, startCluster } from "./cluster";
import { countIn } from "./guests";
import { endWhenIn, openSale } from "./sale";
import { LOSSES, mostOf } from "./sale-figures";

/** A Postgres of Debian's packages brings the programs along that make backups. */
const INSTALLED = "/usr/lib/postgresql";

/** Which stores are lost and come back from the backup; where it is Redis, all processes end as well. */
const LOST = ["both", "redis", "postgres"] as const;

const run = promisify(execFile);

/** So many of an event's visitors are let in a minute: half of them still wait when it is lost. */
const OUTFLOW_SHARE = 0.6;
/** So much happens after the backup: more than processes remember. */
const AFTER_BACKUP_MS = 25_000;
const NEWCOMERS = { share: 0.25, perSecond: 6 };
/** Failed requests after the restoration belong to it: browsers retry after up to 8 s. */
const AFTERMATH_MS = 20_000;

export const runRestore: Scenario = async ({ visitors, say }) => {
  const directory = await temporaryDirectory("stanchion-restore-");
  const supervisor = new Supervisor(join(directory, "logs"));
  const { postgres: port } = await findFreePorts();
  const bin = await findBinaries();
  const databaseUrl = await startPostgres({ dataDirectory: directory, port, supervisor, bin });
  const cluster = await startCluster({ rooms: 2, workers: 1, databaseUrl, say });
  const each: Record<string, Awaited<ReturnType<typeof runOne>>> = {};
  for (const lost of LOST) {
    const scene = { cluster, bin, databaseUrl, lost, backup: join(directory, lost), say };
    each[lost] = await runOne(scene, Math.ceil(visitors / LOST.length));
    say(`${lost}: ${JSON.stringify(each[lost])}`);
  }
  await cluster.close();
  await supervisor.close();
  const all = Object.values(each);
  return {
    ...mostOf(all, [...LOSSES, "visitorErrors"]),
    admissions: Math.min(...all.map(({ admissions }) => admissions)),
    waitingAtLoss: Math.min(...all.map(({ waitingAtLoss }) => waitingAtLoss)),
    losses: each,
  };
};

type Scene = {
  readonly cluster: Cluster;
  readonly bin: string;
  readonly databaseUrl: string;
  readonly lost: (typeof LOST)[number];
  readonly backup: string;
  readonly say: Say;
};

async function runOne(scene: Scene, count: number) {
  const { cluster, lost: name, say } = scene;
  const outflowPerMinute = Math.ceil(OUTFLOW_SHARE * count);
  const event = { eventId: `restore${name}`, outflowPerMinute, queueAll: true };
  const disturbance = newDisturbance(AFTERMATH_MS);
  const sale = await openSale(cluster, event, { disturbance });
  const { guests } = sale;
  await guests.send({ count, perSecond: count / 15 });
  await makeBackup(scene);
  say(`${name}: backed up with ${count - countIn(guests)} in line and ${countIn(guests)} let in`);
  const { share, perSecond } = NEWCOMERS;
  const coming = guests.send({ count: Math.ceil(share * count), perSecond });
  await sleep(AFTER_BACKUP_MS);
  await coming;
  const waitingAtLoss = guests.all.length - countIn(guests);
  say(`${name}: lost with ${waitingAtLoss} in line, ${countIn(guests)} let in`);
  await disturbance.during(() => loseAndRestore(scene));
  return { ...(await endWhenIn(sale, say)), waitingAtLoss };
}

/** As docs/backup.md says. */
async function makeBackup({ cluster, bin, databaseUrl, backup }: Scene): Promise<void> {
  const { redisDirectory } = cluster.stack;
  if (redisDirectory === null) throw new Error("This needs a Redis of its own.");
  await cluster.redis.config("SET", "auto-aof-rewrite-percentage", "0");
  await cp(redisDirectory, `${backup}-redis`, { recursive: true });
  await cluster.redis.config("SET", "auto-aof-rewrite-percentage", "100");
  await run(join(bin, "pg_dump"), ["--format=custom", `--file=${backup}.dump`, databaseUrl]);
}

async function loseAndRestore({ cluster, bin, databaseUrl, lost, backup }: Scene): Promise<void> {
  const { stack, rooms, workers } = cluster;
  const ended = lost === "postgres" ? [] : [...rooms, ...workers, "redis"];
  await Promise.all(ended.map((name) => cluster.stop(name, "SIGKILL")));
  if (lost !== "redis") {
    // Whoever is connected to it.
    const admin = withDatabase(databaseUrl, "postgres");
    await dropDatabase(admin, databaseUrl);
    await createDatabase(admin, new URL(databaseUrl).pathname.slice(1));
    const restore = ["--exit-on-error", `--dbname=${databaseUrl}`, `${backup}.dump`];
    await run(join(bin, "pg_restore"), restore);
  }
  if (lost === "postgres") return;
  await stack.restartRedisFrom(`${backup}-redis`);
  for (const name of [...rooms, ...workers]) await cluster.start(name);
}

async function findBinaries(): Promise<string> {
  const versions = () => readdir(INSTALLED).catch(() => []);
  if ((await versions()).length === 0) installPackages("postgresql");
  const [newest] = (await versions()).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined)
    throw new ExpectedFailure("This needs a Postgres with pg_dump: apt-get install postgresql.");
  return join(INSTALLED, newest, "bin");
}
