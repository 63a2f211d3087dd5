import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { HEALTH_TABLE, PROGRAMS, type Program } from "@/lib/health/health";
import { installationTags } from "@/lib/line/commands/installation-mark";
import { INSTALLATION_KEY } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { parseMasterKey } from "@/lib/secrets/seal";
import { startRedisMember } from "../../redis-group/redis-members";
import { sleep } from "../../shared/time";
import { buildConsole, buildServers } from "../../stack/build";
import { findFreePorts } from "../../stack/ports";
import { startPostgres } from "../../stack/postgres";
import { Supervisor } from "../../stack/processes";
import { temporaryDirectory } from "../../stack/temporary-directory";
import type { Scenario } from "../scenario";
import { RUNNING_FAULTS, START_FAULTS, type World } from "./faults";
import { ToldProcess } from "./told-process";

const ALONE = { "min-replicas-to-write": "0" };
/** A server counts as away after five seconds, a worker after fifteen, and how Redis is set up is looked at every ten. */
const NOTICED_MS = 60_000;
const WATCHED_MS = 10_000;
const START_MS = 90_000;
const randomKey = () => randomBytes(32).toString("base64url");

type Settings = Readonly<Record<string, string>>;
type Wrong = (fault: string, program: string, what: string) => void;

/** What operators are told in each fault: the health of each program, `stanchion check`, exit statuses, logs. */
export const runTold: Scenario = async ({ say }) => {
  await buildServers();
  await buildConsole();
  const directory = await temporaryDirectory("stanchion-told-");
  const supervisor = new Supervisor(join(directory, "logs"));
  const wrong: string[] = [];
  const note: Wrong = (fault, program, what) => {
    wrong.push(`${fault}, ${program}: ${what}`);
    say(`WRONG: ${fault}, ${program}: ${what}`);
  };
  const { settings, ports, redisDirectory, redisName } = await startStores(directory, supervisor);
  const migrated = await new ToldProcess(["migrate"], settings).ended;
  if (migrated !== 0) throw new Error("The database could not be migrated.");
  let cells = 0;
  for (const fault of START_FAULTS) {
    say(`Start: ${fault.name}`);
    const given = { ...settings, ...fault.set(settings) };
    cells += await tryStarts(fault, given, ports, note);
  }
  const running = new Map<Program, ToldProcess>();
  const start = async (program: Program) => {
    const started = new ToldProcess([program], withPort(program, settings, ports));
    running.set(program, started);
    await started.isReady(START_MS);
  };
  await Promise.all(PROGRAMS.map(start));
  const redis = connectRedis(settings["REDIS_URL"] ?? "");
  await waitForRedis(redis, 10_000);
  const postgres = new pg.Client({ connectionString: settings["DATABASE_URL"] });
  postgres.on("error", () => undefined);
  await postgres.connect();
  const world: World = {
    ...{ supervisor, redisName, redisDirectory, redis, postgres },
    stopWorker: async () => void (await running.get("worker")?.terminate()),
    startWorker: () => start("worker"),
  };
  let mostLines = 0;
  for (const fault of RUNNING_FAULTS) {
    say(`While all run: ${fault.name}`);
    await everybodyReady(running);
    await fault.make(world);
    const found = await watchFault(fault, running, settings, note);
    cells += found.cells;
    mostLines = Math.max(mostLines, found.mostLines);
    await fault.undo(world);
  }
  await everybodyReady(running);
  for (const [program, process] of running) {
    cells += 1;
    const ending = await process.terminate();
    if (ending !== 0) note("SIGTERM", program, `ends with ${ending}`);
  }
  redis.disconnect();
  await postgres.end().catch(() => undefined);
  await supervisor.close();
  return { cells, wrong: wrong.length, mostLogLinesPerSecond: mostLines };
};

async function startStores(directory: string, supervisor: Supervisor) {
  const ports = await findFreePorts();
  const more = await findFreePorts();
  const common = { dataDirectory: directory, supervisor, onProgress: () => undefined };
  const start = (name: string, port: number, settings = {}) =>
    startRedisMember({ ...common, name, port, settings: { ...ALONE, ...settings } });
  const own = await start("own", ports.redis);
  const foreign = await start("foreign", more.redis);
  const secured = await start("secured", more.shop);
  const masterKey = randomKey();
  const redis = connectRedis(foreign.url);
  await waitForRedis(redis, 10_000);
  await redis.sadd(INSTALLATION_KEY, ...installationTags([parseMasterKey(randomKey())]));
  redis.disconnect();
  const locking = connectRedis(secured.url);
  await waitForRedis(locking, 10_000);
  await locking.config("SET", "requirepass", "right");
  locking.disconnect();
  const databaseUrl = await startPostgres({
    dataDirectory: directory,
    port: more.console,
    supervisor,
  });
  const settings: Settings = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: own.url,
    FOREIGN_REDIS_URL: foreign.url,
    SECURED_REDIS_URL: secured.url,
    MASTER_KEY: masterKey,
    NEXTAUTH_SECRET: randomKey(),
    CONSOLE_URL: `http://127.0.0.1:${ports.console}`,
    WAITING_ROOM_URL: `http://127.0.0.1:${ports.waitingRoom}`,
    QUEUE_DOMAIN: `127.0.0.1:${ports.waitingRoom}`,
    DRAIN_SECONDS: "0",
    WAITING_ROOM_PROCESSES: "1",
    OUTBOX_DIRECTORY: join(directory, "outbox"),
  };
  const workerPort = more.waitingRoom;
  const redisDirectory = join(directory, own.name);
  return {
    settings,
    ports: { "waiting-room": ports.waitingRoom, console: ports.console, worker: workerPort },
    redisDirectory,
    redisName: own.name,
  };
}

type ProgramPorts = Readonly<Record<Program, number>>;
const PORT_OF = {
  "waiting-room": "WAITING_ROOM_PORT",
  console: "CONSOLE_PORT",
  worker: "WORKER_PORT",
} as const satisfies Readonly<Record<Program, string>>;

function withPort(program: Program, settings: Settings, ports: ProgramPorts): Settings {
  return { ...settings, [PORT_OF[program]]: `${ports[program]}`, PROBED_PORT: `${ports[program]}` };
}

async function tryStarts(
  fault: (typeof START_FAULTS)[number],
  settings: Settings,
  ports: ProgramPorts,
  note: Wrong,
): Promise<number> {
  for (const program of PROGRAMS) {
    const started = new ToldProcess([program], withPort(program, settings, ports));
    if (!fault.readBy.includes(program)) {
      if (!(await started.isReady(START_MS))) note(fault.name, program, "does not start");
      await started.terminate();
      continue;
    }
    const ending = await started.endsWithin(START_MS);
    if (ending !== 1) note(fault.name, program, `ends with ${ending}`);
    const named = started.lines.filter((line) => line.includes(fault.setting));
    if (named.length !== 1)
      note(fault.name, program, `${named.length} lines name ${fault.setting}`);
    if (started.hasStack) note(fault.name, program, "prints a stack");
    if (started.lines.join().includes("s3c")) note(fault.name, program, "prints a secret");
  }
  await expectCheck(fault, settings, note);
  return PROGRAMS.length + 1;
}

async function expectCheck(
  fault: { readonly name: string; readonly check: string },
  settings: Settings,
  note: Wrong,
): Promise<void> {
  const check = new ToldProcess(["check", "--json"], settings);
  const ending = await check.endsWithin(START_MS);
  if (ending !== 1) note(fault.name, "check", `ends with ${ending}`);
  const last = check.lines.at(-1) ?? "{}";
  const { findings = [] }: { findings?: { code: string }[] } = JSON.parse(
    last.startsWith("{") ? last : "{}",
  );
  const codes = findings.map(({ code }) => code);
  if (!codes.includes(fault.check)) note(fault.name, "check", `finds ${codes.join(", ")}`);
}

async function everybodyReady(running: ReadonlyMap<Program, ToldProcess>): Promise<void> {
  await Promise.all(
    [...running].map(async ([program, process]) => {
      if (!(await process.says([], NOTICED_MS)))
        throw new Error(`${program} is not ready: ${JSON.stringify(await process.ready())}`);
    }),
  );
}

async function watchFault(
  fault: (typeof RUNNING_FAULTS)[number],
  running: ReadonlyMap<Program, ToldProcess>,
  settings: Settings,
  note: Wrong,
) {
  const programs = [...running].filter(([, { isRunning }]) => isRunning);
  const from = Date.now();
  await Promise.all(
    programs.map(async ([program, process]) => {
      const code = fault.codes[program];
      const isSaid = await process.says(code === undefined ? [] : [code], NOTICED_MS);
      const { status, codes } = await process.ready();
      if (!isSaid) note(fault.name, program, `says ${status} ${codes.join(", ")}`);
      if (code === undefined) return;
      const effects: { readonly [Name in Program]?: string } = HEALTH_TABLE[code];
      const wanted = effects[program] === "unready" ? 503 : 200;
      if (status !== wanted) note(fault.name, program, `answers ${status}, not ${wanted}`);
    }),
  );
  await expectCheck(fault, settings, note);
  await sleep(WATCHED_MS);
  let mostLines = 0;
  for (const [program, process] of programs) {
    mostLines = Math.max(mostLines, process.mostLinesPerSecond(from));
    const code = fault.codes[program];
    if (code === undefined || code === "redis.unsafe") continue;
    const isBeginning = (line: string) => line.includes(code) && !line.includes("No more: ");
    const said = process.linesSince(from).filter(isBeginning).length;
    if (said !== 1) note(fault.name, program, `its log says ${code} ${said} times`);
  }
  return { cells: programs.length + 1, mostLines };
}
