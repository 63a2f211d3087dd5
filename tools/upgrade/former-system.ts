import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { buildOtherServers, checkOut, runIn } from "../bench/harness/other-build";
import { readCredentials } from "../demo/credentials";
import { type Environment, environmentOf, urlsOf } from "../stack/environment";
import { withLock } from "../stack/lock";
import { projectPath } from "../stack/paths";
import { findFreePorts } from "../stack/ports";
import { startPostgres } from "../stack/postgres";
import { Supervisor } from "../stack/processes";
import { startRedis } from "../stack/redis";
import { say } from "../stack/run-command";
import { loadSecrets } from "../stack/secrets";
import { describeService, untilAnswers } from "../stack/services";
import { loadCertificate } from "../stack/tls";

/** The version that people upgrade from, and the last migration that it has. */
export const FORMER = {
  commit: "aeb39b3",
  lastMigration: "20261121163943_bind_to_address",
} as const;

/** Builds the former version from the history of this repository; it is kept in the folder for temporary files. */
async function buildFormer(): Promise<string> {
  const directory = join(tmpdir(), `stanchion-${FORMER.commit}`);
  await withLock(`former-${FORMER.commit}`, async () => {
    const stamp = join(directory, ".stanchion-built");
    if (existsSync(stamp)) return;
    say(`Building ${FORMER.commit} in ${directory}; that takes minutes, the first time`);
    await rm(directory, { recursive: true, force: true });
    await buildOtherServers(await checkOut(FORMER.commit, directory));
    await writeFile(stamp, "");
  });
  return directory;
}

/** Both stores, made and filled by the former version. No process of Stanchion runs yet. */
export type FormerSystem = Awaited<ReturnType<typeof startFormerSystem>>;

const SEED = `
  const { seedDemo } = await import("./scripts/demo/seed.ts");
  await seedDemo({ dataDirectory: process.env.DATA_DIR, env: process.env });
  process.exit(0);`;

/** What \`operate\` begins with. */
const OPERATE = `
  const { db } = await import("./lib/db/client.ts");
  const { workerContext } = await import("./lib/services/context.ts");
  const { createEvent } = await import("./lib/services/event/create.ts");
  const { startEvent } = await import("./lib/services/event/start.ts");
  const customer = await db().customer.findUniqueOrThrow({ where: { wireId: "demo" } });
  const context = workerContext(customer, "upgrade");
  const open = async (options) => {
    const targetUrl = process.env.SHOP_URL + "/tickets";
    await createEvent(context, { name: options.eventId, kind: "always-on", targetUrl, ...options });
    await startEvent(context, { eventId: options.eventId });
  };`;

export async function startFormerSystem(dataDirectory: string) {
  const directory = await buildFormer();
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const ports = await findFreePorts();
  await mkdir(dataDirectory, { recursive: true });
  const databaseUrl = await startPostgres({ dataDirectory, port: ports.postgres, supervisor });
  await migrateDatabase(databaseUrl, await countFormerMigrations());
  const redisOptions = { dataDirectory, port: ports.redis, supervisor, onProgress: say };
  const { url: redisUrl } = await startRedis(redisOptions);
  const secrets = await loadSecrets(dataDirectory);
  const certificate = await loadCertificate(dataDirectory);
  const env: Environment = {
    ...environmentOf({ dataDirectory, ports, databaseUrl, redisUrl, secrets, certificate }),
    ...{ TRUSTED_PROXIES: "1", WAITING_ROOM_PROCESSES: "1" },
  };
  const run = (module: string) => runIn({ ...FORMER, directory }, module, env);
  await run(SEED);
  const demo = await readCredentials(dataDirectory);
  if (demo === null) throw new ExpectedFailure("The former version has made no demo.");
  return {
    ...{ supervisor, env, urls: urlsOf(ports), ports, demo, databaseUrl, redisUrl },
    /** Starts a process of this or the former version and waits until it answers; a worker has no port. */
    async start(version: "new" | "former", name: string, port?: number): Promise<void> {
      const kind = port === undefined ? "worker" : "waiting-room";
      const { waitingRoomTls: tls } = await findFreePorts();
      const own = { WAITING_ROOM_PORT: `${port ?? ""}`, WAITING_ROOM_TLS_PORT: `${tls}` };
      const service = { ...describeService(kind, { ...env, ...own }), name };
      const file = join(directory, ".build", kind, kind === "worker" ? "index.js" : "server.js");
      supervisor.run(version === "new" ? service : { ...service, args: [file] });
      await untilAnswers(supervisor, name, port);
    },
    /** Runs the text of a module of the former version that may use `open(options)`, `db` and `context`. */
    operate: (module: string) => run(`${OPERATE}\n${module}\nprocess.exit(0);`),
    close: () => supervisor.close(),
  };
}

export async function countFormerMigrations(): Promise<number> {
  const entries = await readdir(projectPath("prisma", "migrations"), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.filter((name) => name <= FORMER.lastMigration).length;
}
