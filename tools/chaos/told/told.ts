import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { HEALTH_TABLE, PROGRAMS, type Program } from "@/lib/health/health";
import { installationTags } from "@/lib/line/commands/installation-mark";
import { INSTALLATION_KEY } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { parseMasterKey } from "@/lib/secrets/seal";
import { startRedisMember } from "../../redis-group/redis-members";
import { sleep } from "../../shared/time";
import { buildConsole, buildServers } from "../../stack/build";
import { findFreePorts } from "../../stack/ports";
import { startPostgres } from "../../stack/postgres";
import { Supervisor } from "../../stack/processes";
import { temporaryDirectory } from "../../stack/temporary-directory";
import type { Scenario } from "../cluster";
import { RUNNING_FAULTS, type RunningFault, START_FAULTS, type World } from "./faults";
import { ToldProcess } from "./told-process";

/** A server counts as away after five seconds, a worker after fifteen, and how Redis is set up is looked at every ten. */
const NOTICED_MS = 60_000;
const START_MS = 90_000;
const randomKey = () => randomBytes(32).toString("base64url");

type Settings = Readonly<Record<string, string>>;
type Wrong = (fault: string, program: string, what: string) => void;
type Run = (program: Program, settings: Settings) => ToldProcess;
type Running = ReadonlyMap<Program, ToldProcess>;

/** What operators are told in each fault: the health of each program, `stanchion check`, exit statuses, logs. */
export const runTold: Scenario = async ({ say }) => {
  await buildServers();
  await buildConsole();
  const directory = await temporaryDirectory("stanchion-told-");
  const supervisor = new Supervisor(join(directory, "logs"));
  let wrong = 0;
  const note: Wrong = (fault, program, what) => {
    wrong += 1;
    say(`WRONG: ${fault}, ${program}: ${what}`);
  };
  const { settings, redisName, run } = await startStores(directory, supervisor);
  const migrated = await new ToldProcess(["migrate"], settings).ended;
  if (migrated !== 0) throw new Error("The database could not be migrated.");
  let cells = 0;
  for (const fault of START_FAULTS) {
    say(`Start: ${fault.name}`);
    const given = { ...settings, [fault.setting]: fault.value(settings) };
    cells += await tryStarts(fault, given, run, note);
    await expectCheck(fault, given, note);
  }
  const running = new Map<Program, ToldProcess>();
  const start = async (program: Program) => {
    const started = run(program, settings);
    running.set(program, started);
    await started.isReady(START_MS);
  };
  await Promise.all(PROGRAMS.map(start));
  const redis = connectRedis(settings["REDIS_URL"] ?? "");
  await waitForRedis(redis, 10_000);
  const postgres = new pg.Client({ connectionString: settings["DATABASE_URL"] });
  postgres.on("error", () => undefined);
  await postgres.connect();
  const processes = { redis: redisName, postgres: "postgres" };
  const world: World = {
    ...{ redisDirectory: join(directory, redisName), redis, postgres },
    signal: (store, what) => void process.kill(supervisor.processId(processes[store]) ?? 0, what),
    stopWorker: async () => void (await running.get("worker")?.terminate()),
    startWorker: () => start("worker"),
  };
  let mostLogLinesPerSecond = 0;
  for (const fault of RUNNING_FAULTS) {
    say(`While all run: ${fault.name}`);
    await everybodyReady(running);
    await fault.make(world);
    const found = await watchFault(fault, running, settings, note);
    cells += found.cells;
    say(`At most ${found.mostLines} log lines in a second`);
    mostLogLinesPerSecond = Math.max(mostLogLinesPerSecond, found.mostLines);
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
  return { cells, wrong, mostLogLinesPerSecond };
};

async function changeRedis(url: string, change: (redis: Redis) => Promise<unknown>) {
  const redis = connectRedis(url);
  await waitForRedis(redis, 10_000);
  await change(redis);
  redis.disconnect();
}

async function startStores(directory: string, supervisor: Supervisor) {
  const [ports, more] = [await findFreePorts(), await findFreePorts()];
  const common = { dataDirectory: directory, supervisor, onProgress: () => undefined };
  const start = (name: string, port: number) =>
    startRedisMember({ ...common, name, port, settings: { "min-replicas-to-write": "0" } });
  const own = await start("own", ports.redis);
  const foreign = await start("foreign", more.redis);
  const secured = await start("secured", more.shop);
  const tags = installationTags([parseMasterKey(randomKey())]);
  await changeRedis(foreign.url, (redis) => redis.sadd(INSTALLATION_KEY, ...tags));
  await changeRedis(secured.url, (redis) => redis.config("SET", "requirepass", "right"));
  const databaseUrl = await startPostgres({ ...common, port: more.console });
  const settings: Settings = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: own.url,
    FOREIGN_REDIS_URL: foreign.url,
    SECURED_REDIS_URL: secured.url,
    MASTER_KEY: randomKey(),
    NEXTAUTH_SECRET: randomKey(),
    CONSOLE_URL: `http://127.0.0.1:${ports.console}`,
    WAITING_ROOM_URL: `http://127.0.0.1:${ports.waitingRoom}`,
    QUEUE_DOMAIN: `127.0.0.1:${ports.waitingRoom}`,
    DRAIN_SECONDS: "0",
    WAITING_ROOM_PROCESSES: "1",
    OUTBOX_DIRECTORY: join(directory, "outbox"),
  };
  const portOf = {
    "waiting-room": ["WAITING_ROOM_PORT", ports.waitingRoom],
    console: ["CONSOLE_PORT", ports.console],
    worker: ["WORKER_PORT", more.waitingRoom],
  } as const satisfies Readonly<Record<Program, readonly [string, number]>>;
  const run: Run = (program, given) => {
    const [name, port] = portOf[program];
    return new ToldProcess([program], { ...given, [name]: `${port}` }, port);
  };
  return { settings, redisName: own.name, run };
}

type StartFault = (typeof START_FAULTS)[number];

async function tryStarts(fault: StartFault, given: Settings, run: Run, note: Wrong) {
  for (const program of PROGRAMS) {
    const started = run(program, given);
    if (!fault.readBy.includes(program)) {
      if (!(await started.isReady(START_MS))) note(fault.name, program, "does not start");
      await started.terminate();
      continue;
    }
    const ending = await started.endsWithin(START_MS);
    if (ending !== 1) note(fault.name, program, `ends with ${ending}`);
    const lines = started.lines();
    const named = lines.filter((line) => line.includes(fault.setting)).length;
    if (named !== 1) note(fault.name, program, `${named} lines name ${fault.setting}`);
    if (lines.some((line) => /^\s+at /.test(line))) note(fault.name, program, "prints a stack");
    if (lines.join().includes("s3c")) note(fault.name, program, "prints a secret");
  }
  return PROGRAMS.length + 1;
}

type Checked = { readonly name: string; readonly check: string };

async function expectCheck(fault: Checked, settings: Settings, note: Wrong): Promise<void> {
  const check = new ToldProcess(["check", "--json"], settings);
  const ending = await check.endsWithin(START_MS);
  if (ending !== 1) note(fault.name, "check", `ends with ${ending}`);
  const last = check.lines().at(-1) ?? "";
  const { findings = [] }: { findings?: { code: string }[] } = JSON.parse(
    last.startsWith("{") ? last : "{}",
  );
  const codes = findings.map(({ code }) => code);
  if (!codes.includes(fault.check)) note(fault.name, "check", `finds ${codes.join(", ")}`);
}

async function everybodyReady(running: Running): Promise<void> {
  await Promise.all(
    [...running].map(async ([program, process]) => {
      if (!(await process.says([], NOTICED_MS)))
        throw new Error(`${program} is not ready: ${JSON.stringify(await process.ready())}`);
    }),
  );
}

async function watchFault(fault: RunningFault, running: Running, settings: Settings, note: Wrong) {
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
  await sleep(10_000);
  let mostLines = 0;
  for (const [program, process] of programs) {
    mostLines = Math.max(mostLines, process.mostLinesPerSecond(from));
    const code = fault.codes[program];
    if (code === undefined || code === "redis.unsafe") continue;
    const isBeginning = (line: string) => line.includes(code) && !line.includes("No more: ");
    const said = process.lines(from).filter(isBeginning).length;
    if (said !== 1) note(fault.name, program, `its log says ${code} ${said} times`);
  }
  return { cells: programs.length + 1, mostLines };
}
