import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { requireMigrated } from "@/lib/db/migrate/require-migrated";
import { testDatabaseUrl } from "@/test/database";
import { ownRedis } from "@/test/redis-members";
import { HalfSentPost, installationSettings, StanchionProcess } from "@/test/stanchion-process";
import { buildConsole, buildServers, readProgramParts } from "@/tools/stack/build";
import { findFreePorts } from "@/tools/stack/ports";
import { createDatabase, dropDatabase, queryPostgres } from "@/tools/stack/postgres";

/** The built servers, started as production starts them. */
const running: StanchionProcess[] = [];
// Nothing of other tests: what they leave is found by health and by jobs.
let databaseUrl = "";
let redisUrl = "";
const servers = await ownRedis();
const EVENTUALLY = { timeout: 90_000 };

beforeAll(async () => {
  await buildServers();
  await buildConsole();
  databaseUrl = await createDatabase(testDatabaseUrl(), `servers_${crypto.randomUUID()}`);
  redisUrl = (await servers.start({ "min-replicas-to-write": "0" })).url;
}, 900_000);

afterAll(async () => {
  await servers.close();
  await dropDatabase(testDatabaseUrl(), databaseUrl);
});

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});

type Settings = Readonly<Record<string, string>>;

function run(args: readonly string[], environment: Settings): StanchionProcess {
  const started = new StanchionProcess(args, environment);
  running.push(started);
  return started;
}

async function startRoom(shared: Settings, own: Settings = {}) {
  const { waitingRoom: port } = await findFreePorts();
  const room = run(["waiting-room"], { ...shared, WAITING_ROOM_PORT: `${port}`, ...own });
  await room.says("listen");
  return { server: room, port };
}

async function startConsole(shared: Settings) {
  const { console: port } = await findFreePorts();
  const server = run(["console"], { ...shared, CONSOLE_PORT: `${port}` });
  await server.says("The console is listening");
  return { server, port };
}

async function startWorker(shared: Settings) {
  const server = run(["worker"], shared);
  await server.says("The worker is running.");
  return server;
}

async function ready(port: number): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { redirect: "manual" });
  return { code: answer.status, ...JSON.parse(await answer.text()) };
}

async function answers(port: number, path: string): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
  return status;
}

describe("a start that lacks settings", () => {
  test.each([
    ["console", ["DATABASE_URL", "REDIS_URL", "MASTER_KEY", "NEXTAUTH_SECRET", "CONSOLE_URL"]],
    ["waiting-room", ["REDIS_URL", "MASTER_KEY", "WAITING_ROOM_URL", "QUEUE_DOMAIN"]],
    ["worker", ["DATABASE_URL", "REDIS_URL", "MASTER_KEY"]],
    ["migrate", ["DATABASE_URL"]],
  ])("of %s ends at once and names all of them in one message", async (name, variables) => {
    const server = run([name], { TRUSTED_PROXIES: "many" });
    expect(await server.ended).toBe(1);
    expect(server.output).toBe("");
    const [first, ...sentences] = server.notes.trimEnd().split("\n");
    expect(first).toMatch(new RegExp(`^"stanchion ${name}" cannot start`));
    for (const variable of variables) {
      expect(sentences.filter((one) => one.startsWith(`  Set ${variable}`))).toHaveLength(1);
    }
    for (const sentence of sentences) expect(sentence).toMatch(/^ {2}Set [A-Z_]+\b.*\.$/);
  });

  test("does not fall back on a demo, on open sign-up or on a secret", async () => {
    const { MASTER_KEY: _left, ...others } = installationSettings(databaseUrl, redisUrl);
    const room = run(["waiting-room"], { ...others, NODE_ENV: "development" });
    expect(await room.ended).toBe(1);
    expect(room.notes).toContain("Set MASTER_KEY");
  });
});

test("console and worker wait for the migrations, which one command applies", async () => {
  const shared = installationSettings(databaseUrl, redisUrl);
  await expect(requireMigrated(databaseUrl)).rejects.toThrow("The database lacks");
  for (const name of ["worker", "console"]) {
    const server = run([name], shared);
    expect(await server.ended).toBe(1);
    expect(server.notes).toMatch(/^The database lacks \d+ migrations.*"stanchion migrate"\.\n$/);
  }
  const both = [run(["migrate", "--json"], shared), run(["migrate", "--json"], shared)];
  const applied = await Promise.all(
    both.map(async (migrate) => {
      expect([await migrate.ended, migrate.notes]).toEqual([0, expect.any(String)]);
      return JSON.parse(migrate.output.trim().split("\n").at(-1) ?? "").applied.length;
    }),
  );
  expect(Math.min(...applied)).toBe(0);
  const all = readdirSync("prisma/migrations").filter((name) => /^\d/.test(name));
  expect(Math.max(...applied)).toBe(all.length);
  await requireMigrated(databaseUrl);
});

describe("an installation", { timeout: 600_000 }, () => {
  test("has two of each on one database and one Redis, and all log JSON and end with 0", async () => {
    const shared = installationSettings(databaseUrl, redisUrl);
    const rooms = [await startRoom(shared), await startRoom(shared)];
    const consoles = [await startConsole(shared), await startConsole(shared)];
    const workers = [await startWorker(shared), await startWorker(shared)];
    for (const { port } of rooms) expect(await answers(port, "/health")).toBe(200);
    for (const { port } of consoles) expect(await answers(port, "/sign-in")).toBe(200);
    const all = [...rooms, ...consoles].map(({ server }) => server).concat(workers);
    const codes = await Promise.all(all.map((server) => server.terminate()));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    for (const server of all) {
      expect(server.notes).toBe("");
      expect(server.log.length).toBeGreaterThan(0);
      for (const line of server.log) {
        expect(line).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
        expect(line).toMatchObject({ name: expect.any(String), pid: expect.any(Number) });
        expect(line.msg).not.toMatch(/Uncaught|did not close cleanly/);
      }
    }
  });

  test("has a console that says how it is, also to those who are not signed in", async () => {
    const shared = installationSettings(databaseUrl, redisUrl);
    await startWorker(shared);
    const { port } = await startConsole(shared);
    const program = "console";
    await expect
      .poll(() => ready(port), EVENTUALLY)
      .toEqual({ code: 200, program, status: "ready", findings: [] });
    expect(await answers(port, "/health/live")).toBe(200);
    expect(await answers(port, "/health/hops")).toBe(404);
    expect(await answers(port, "/api/health")).toBe(200);
  });

  test("does not let strangers sign up unless that is set", async () => {
    const { port } = await startConsole(installationSettings(databaseUrl, redisUrl));
    const page = await fetch(`http://127.0.0.1:${port}/sign-up`).then((answer) => answer.text());
    expect(page).toContain("invit");
    const open = await startConsole({
      ...installationSettings(databaseUrl, redisUrl),
      SIGN_UP: "open",
    });
    const other = await fetch(`http://127.0.0.1:${open.port}/sign-up`);
    expect(await other.text()).toContain('name="email"');
    expect(page).not.toContain('name="email"');
  });

  test("says in one sentence that a port is taken", async () => {
    const shared = installationSettings(databaseUrl, redisUrl);
    const { port } = await startRoom(shared, { WAITING_ROOM_PROCESSES: "1" });
    const second = run(["waiting-room"], {
      ...shared,
      WAITING_ROOM_PORT: `${port}`,
      WAITING_ROOM_PROCESSES: "1",
    });
    expect(await second.ended).toBe(1);
    expect(second.notes).toMatch(/^It could not start: .*EADDRINUSE.*\.\n$/);
  });
});

describe("SIGTERM", () => {
  test.each(["1", "2"])("lets a waiting room of %s processes end what it has", async (count) => {
    const { server, port } = await startRoom(installationSettings(databaseUrl, redisUrl), {
      WAITING_ROOM_PROCESSES: count,
    });
    const post = await HalfSentPost.send(
      port,
      "/api/mobileapp/queue/nobody/nothing/enqueue",
      "application/json",
    );
    expect(await answers(port, "/health")).toBe(200);
    const ended = server.terminate();
    await expect
      .poll(() => answers(port, "/health").catch(() => "refused"), EVENTUALLY)
      .toBe("refused");
    expect(server.isRunning).toBe(true);
    expect(await post.finish()).toMatch(/^HTTP\/1\.1 4\d\d .*connection: close/is);
    expect(await ended).toBe(0);
  });

  test("lets the console end what it has", async () => {
    const { server, port } = await startConsole(installationSettings(databaseUrl, redisUrl));
    const post = await HalfSentPost.send(port, "/api/auth/callback/credentials");
    expect(await answers(port, "/sign-in")).toBe(200);
    const ended = server.terminate();
    await expect
      .poll(() => answers(port, "/sign-in").catch(() => "refused"), EVENTUALLY)
      .toBe("refused");
    expect(server.isRunning).toBe(true);
    expect(await post.finish()).toMatch(/^HTTP\/1\.1 [234]\d\d .*connection: close/is);
    expect(await ended).toBe(0);
  });

  /** Jobs that write to the outbox stand still while `work` goes on. */
  async function whileOutboxIsLocked(work: () => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE "OutboxEntry" IN ACCESS EXCLUSIVE MODE');
      await work();
    } finally {
      await client.end();
    }
  }

  async function waitForBlockedJob(): Promise<void> {
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect
      .poll(async () => (await queryPostgres(databaseUrl, waiting)).rows.length, EVENTUALLY)
      .toBeGreaterThan(0);
  }

  test("lets a worker end the job that it is at", async () => {
    const worker = await startWorker(installationSettings(databaseUrl, redisUrl));
    let ended: Promise<number | null> = Promise.resolve(null);
    await whileOutboxIsLocked(async () => {
      await waitForBlockedJob();
      ended = worker.terminate();
      await worker.says("The worker is closing.");
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(worker.isRunning).toBe(true);
    });
    expect(await ended).toBe(0);
    expect(worker.output).not.toMatch(/still at work|did not close cleanly|Uncaught/);
  });

  test("ends a worker with 0 though a job hangs: another one repeats it", async () => {
    const worker = await startWorker(installationSettings(databaseUrl, redisUrl));
    await whileOutboxIsLocked(async () => {
      await waitForBlockedJob();
      expect(await worker.terminate()).toBe(0);
    });
    expect(worker.log.at(-1)).toMatchObject({ level: 40, msg: expect.stringMatching(/repeated/) });
  });
});

/** The sources that a program has loaded: those in its own files, and others by their paths. */
async function sourcesLoaded(
  use: (own: Settings) => Promise<StanchionProcess>,
): Promise<readonly string[]> {
  const coverage = mkdtempSync(join(tmpdir(), "stanchion-loaded-"));
  try {
    const server = await use({ NODE_V8_COVERAGE: coverage });
    expect(await server.terminate()).toBe(0);
    const { directory, files } = await readProgramParts();
    const sourcesOf = (url: string): string[] => {
      const path = fileURLToPath(url);
      if (!path.startsWith(directory)) return [path];
      const name = Object.keys(files).find((file) => basename(file) === basename(path));
      return Object.keys(files[name ?? ""]?.inputs ?? {});
    };
    return readdirSync(coverage).flatMap((file) => {
      const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8"));
      const urls: string[] = result.map(({ url }: { url: string }) => url);
      return urls.filter((url) => url.startsWith("file:")).flatMap(sourcesOf);
    });
  } finally {
    rmSync(coverage, { recursive: true });
  }
}

const useRoom = async (own: Settings) => {
  const { server, port } = await startRoom(installationSettings(databaseUrl, redisUrl), own);
  expect(await answers(port, "/line/nobody/nothing/line.json")).toBe(404);
  return server;
};
const useConsole = async (own: Settings) => {
  const { server, port } = await startConsole({
    ...installationSettings(databaseUrl, redisUrl),
    ...own,
  });
  expect(await answers(port, "/sign-in")).toBe(200);
  return server;
};
const useApi = async (own: Settings) => {
  const { api: port } = await findFreePorts();
  const shared = installationSettings(databaseUrl, redisUrl);
  const server = run(["api"], { ...shared, API_PORT: `${port}`, ...own });
  await server.says("The api is listening");
  expect(await answers(port, "/api/v1/events")).toBe(401);
  return server;
};
const useWorker = (own: Settings) =>
  startWorker({ ...installationSettings(databaseUrl, redisUrl), ...own });

test("a process that serves visitors loads nothing of console, database, queue or metrics", async () => {
  const sources = await sourcesLoaded(useRoom);
  expect(sources).toContain("waiting-room/serve.ts");
  const heavy =
    /^(\/|(lib\/(services|db|auth|platform\/observability\/metrics)|waiting-room\/metrics|app|components|workers)\/)|node_modules\/(@prisma|pg|next|bullmq|react|nodemailer|pino)\//;
  expect(sources.filter((source) => heavy.test(source))).toEqual([]);
});

/** Besides `traced.ts`, which asks whether there is anything else, and the interface, which Next.js loads where it finds it. */
const OF_TRACES =
  /node_modules\/@opentelemetry\/(?!api\/)|observability\/traces\/(?!traced\.)|\/(operator|room)-traces\./;

test.each([
  ["waiting room", "waiting-room/serve.ts", useRoom],
  ["console", "cli/serve-console.ts", useConsole],
  ["API", "cli/serve-api.ts", useApi],
  ["worker", "workers/run-worker.ts", useWorker],
])("the %s loads no OpenTelemetry unless traces are exported", async (_name, own, use) => {
  const off = await sourcesLoaded((settings) => use({ ...settings, OTEL_SERVICE_NAME: "shop" }));
  expect(off).toContain(own);
  expect(off.filter((source) => OF_TRACES.test(source))).toEqual([]);
  const on = await sourcesLoaded((settings) => use({ ...settings, OTEL_TRACES_EXPORTER: "otlp" }));
  expect(on.filter((source) => OF_TRACES.test(source)).length).toBeGreaterThan(10);
});
