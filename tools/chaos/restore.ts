import { cp } from "node:fs/promises";
import { join } from "node:path";
import { sleep } from "../shared/time";
import { findFreePorts } from "../stack/ports";
import { Supervisor } from "../stack/processes";
import { temporaryDirectory } from "../stack/temporary-directory";
import { type Cluster, startCluster } from "./cluster";
import { type DumpedPostgres, startDumpedPostgres } from "./dumped-postgres";
import { countIn } from "./guests";
import { endWhenIn, type PromiseFigures } from "./promise-figures";
import { openSale } from "./sale";
import { mostOf, type Scenario } from "./scenario";

/** Which stores are lost and come back from the backup, and whether the processes of Stanchion live on. */
const LOSSES = {
  both: { redis: true, postgres: true, processes: true },
  redis: { redis: true, postgres: false, processes: true },
  postgres: { redis: false, postgres: true, processes: false },
} as const;

type Loss = (typeof LOSSES)[keyof typeof LOSSES];

/** So many of an event's visitors are let in a minute: half of them still wait when it is lost. */
const OUTFLOW_SHARE = 0.6;
const VALIDITY_SECONDS = 120;
const ARRIVALS_SECONDS = 15;
/** So much happens after the backup: more than processes remember. */
const AFTER_BACKUP_MS = 25_000;
/** So many come after the backup. */
const NEWCOMERS = { share: 0.25, perSecond: 6 };
/** Failed requests after the restoration belong to it: browsers retry after up to 8 s. */
const AFTERMATH_MS = 20_000;

/** An installation with people in line is backed up, goes on for a while, is lost, and comes back from the backup. */
export const runRestore: Scenario = async ({ visitors, say }) => {
  const directory = await temporaryDirectory("stanchion-restore-");
  const supervisor = new Supervisor(join(directory, "logs"));
  const { postgres: port } = await findFreePorts();
  const postgres = await startDumpedPostgres({ directory, port, supervisor });
  const cluster = await startCluster({ rooms: 2, workers: 1, databaseUrl: postgres.url, say });
  const each: Record<string, LossFigures> = {};
  for (const [name, loss] of Object.entries(LOSSES)) {
    const backup = join(directory, name);
    each[name] = await runOne({ cluster, postgres, backup, say }, { name, loss, visitors });
    say(`${name}: ${JSON.stringify(each[name])}`);
  }
  await cluster.close();
  await supervisor.close();
  const all = Object.values(each);
  const lost = ["placesLost", "doubledNumbers", "doubleAdmissions", "maxSlidingRatio"] as const;
  const figures = {
    ...mostOf(all, [...lost, "visitorErrors"]),
    admissions: Math.min(...all.map(({ admissions }) => admissions)),
    waitingAtLoss: Math.min(...all.map((one) => one.waitingAtLoss)),
  };
  return { ...figures, losses: each };
};

type LossFigures = PromiseFigures & { readonly waitingAtLoss: number };

type Scene = {
  readonly cluster: Cluster;
  readonly postgres: DumpedPostgres;
  readonly backup: string;
  readonly say: (line: string) => void;
};

async function runOne(
  scene: Scene,
  { name, loss, visitors }: { name: string; loss: Loss; visitors: number },
): Promise<LossFigures> {
  const { cluster, say } = scene;
  const count = Math.ceil(visitors / Object.keys(LOSSES).length);
  const event = {
    eventId: `restore${name}`,
    outflowPerMinute: Math.ceil(OUTFLOW_SHARE * count),
    queueTokenValiditySeconds: VALIDITY_SECONDS,
    queueAll: true,
  };
  const sale = await openSale(cluster, event, { afterMs: AFTERMATH_MS });
  const { guests, disturbance } = sale;
  await guests.send({ count, perSecond: count / ARRIVALS_SECONDS });
  await makeBackup(scene);
  say(`${name}: backed up with ${count - countIn(guests)} in line and ${countIn(guests)} let in`);
  const { share, perSecond } = NEWCOMERS;
  const coming = guests.send({ count: Math.ceil(share * count), perSecond });
  await sleep(AFTER_BACKUP_MS);
  await coming;
  const waitingAtLoss = guests.all.length - countIn(guests);
  say(`${name}: lost with ${waitingAtLoss} in line, ${countIn(guests)} let in`);
  disturbance.begin();
  await loseAndRestore(scene, loss);
  disturbance.end();
  return { ...(await endWhenIn(sale, VALIDITY_SECONDS, { say })), waitingAtLoss };
}

/** As docs/backup.md says. */
async function makeBackup({ cluster, postgres, backup }: Scene): Promise<void> {
  const { redisDirectory } = cluster.stack;
  if (redisDirectory === null) throw new Error("This needs a Redis of its own.");
  await cluster.redis.config("SET", "auto-aof-rewrite-percentage", "0");
  await cp(redisDirectory, `${backup}-redis`, { recursive: true });
  await cluster.redis.config("SET", "auto-aof-rewrite-percentage", "100");
  await postgres.dump(`${backup}.dump`);
}

async function loseAndRestore({ cluster, postgres, backup }: Scene, loss: Loss): Promise<void> {
  const { stack, rooms, workers } = cluster;
  const processes = loss.processes ? [...rooms, ...workers] : [];
  await Promise.all(processes.map((name) => cluster.stop(name, "SIGKILL")));
  if (loss.redis) await stack.stop("redis", "SIGKILL");
  if (loss.postgres) await postgres.restore(`${backup}.dump`);
  if (loss.redis) await stack.restartRedisFrom(`${backup}-redis`);
  for (const name of processes) await cluster.start(name);
}
