import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { liveness } from "@/lib/health/health";
import { watchConsole } from "@/lib/http/console-health";
import { createConsoleServer } from "@/lib/http/console-server";
import { connectRedis } from "@/lib/line/redis";
import { parseMasterKey } from "@/lib/secrets/seal";
import { createAuthority, createCertificate } from "@/test/certificates";
import { testDatabaseUrl } from "@/test/database";
import { startFrontProxy } from "@/test/front-proxy";
import { ownRedis } from "@/test/redis-members";
import { runProgram } from "@/test/run-program";
import { STANCHION_PROGRAM } from "@/tools/stack/build";
import { createDatabase, dropDatabase } from "@/tools/stack/postgres";
import { AREAS, type InstallationReport } from "./check-installation";
import { checkFiles } from "./files";

const servers = await ownRedis();
const authority = await createAuthority();
const certificate = await createCertificate(
  { hosts: ["localhost"], addresses: ["127.0.0.1"] },
  { authority },
);
const authorityFile = join(servers.dataDirectory, "authority.pem");
writeFileSync(authorityFile, authority.cert);
const settingsFile = join(servers.dataDirectory, "stanchion.env");
writeFileSync(settingsFile, "");
chmodSync(settingsFile, 0o600);

type Environment = Record<string, string> & { readonly NODE_ENV: "production" };

/** Everything that runs, and how to end it. */
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await servers.close();
});

async function startMailServer(): Promise<string> {
  const server = new SMTPServer({
    ...certificate,
    onAuth: (_auth, _session, done) => done(null, { user: "ana" }),
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise<void>((done) => server.close(done)));
  // The server listens on TCP, so its address is no path.
  const { port } = server.server.address() as AddressInfo;
  return `smtp://ana:right@localhost:${port}`;
}

/** The console's own server; Next.js behind it runs in the journeys. */
async function startConsole(environment: Environment): Promise<number> {
  const server = createConsoleServer({
    consoleUrl: "https://127.0.0.1",
    trustedProxies: 1,
    masters: [parseMasterKey(environment["MASTER_KEY"] ?? "")],
    async handle(_request, response) {
      response.end(JSON.stringify(liveness("console")));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const health = watchConsole({
    redis: connectRedis(environment["REDIS_URL"] ?? ""),
    postgres: environment["DATABASE_URL"] ?? "",
    masters: [parseMasterKey(environment["MASTER_KEY"] ?? "")],
    onForeign: () => undefined,
    log: { onFinding: () => undefined, onRecovery: () => undefined },
  });
  ends.push(() => health.stop());
  ends.push(() => server.close());
  // The server listens on TCP, so its address is no path.
  return (server.address() as AddressInfo).port;
}

async function startInstallation() {
  const member = await servers.start({ "min-replicas-to-write": "0" });
  const databaseUrl = await createDatabase(
    testDatabaseUrl(),
    `whole_${randomBytes(6).toString("hex")}`,
  );
  ends.push(() => dropDatabase(testDatabaseUrl(), databaseUrl));
  await migrateDatabase(databaseUrl);
  const environment: Environment = {
    NODE_ENV: "production",
    PATH: process.env["PATH"] ?? "",
    NODE_EXTRA_CA_CERTS: authorityFile,
    REDIS_URL: member.url,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString("base64url"),
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    SMTP_URL: await startMailServer(),
    MAIL_FROM: "Stanchion <no-reply@example.com>",
    TRUSTED_PROXIES: "1",
    WORKER_PORT: `${await servers.nextPort()}`,
  };
  const consolePort = await startConsole(environment);
  const roomPort = await servers.nextPort();
  const consoleProxy = await startFrontProxy(() => consolePort, { certificate });
  const roomProxy = await startFrontProxy(() => roomPort, { certificate });
  for (const proxy of [consoleProxy, roomProxy]) ends.push(() => proxy.close());
  environment["CONSOLE_URL"] = `https://127.0.0.1:${consoleProxy.port}`;
  environment["WAITING_ROOM_URL"] = `https://localhost:${roomProxy.port}`;
  environment["QUEUE_DOMAIN"] = `localhost:${roomProxy.port}`;
  const room = await runProgram("waiting-room", roomPort, environment);
  const worker = await runProgram("worker", Number(environment["WORKER_PORT"]), environment);
  for (const { child } of [room, worker]) ends.push(() => child.kill("SIGKILL"));
  const EVENTUALLY = { timeout: 60_000, interval: 100 };
  for (const program of [room, worker]) await expect.poll(program.ready, EVENTUALLY).toEqual([200]);
  return { member, environment };
}

type Ending = { readonly exitCode: number; readonly output: string };

/** The command as somebody types it. */
function stanchion(environment: Environment, ...args: string[]): Promise<Ending> {
  const options = { env: environment, timeout: 120_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [STANCHION_PROGRAM, "check", ...args], options, (error, output) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), output }),
    );
  });
}

/** To root no folder is closed. */
function asStranger<Result>(run: () => Result): Result {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
  }
}

async function check(environment: Environment) {
  const { exitCode, output } = await stanchion(
    environment,
    "--json",
    "--settings-file",
    settingsFile,
  );
  const report: InstallationReport = JSON.parse(output);
  return { exitCode, report, codes: report.findings.map(({ code }) => code) };
}

test("stanchion check finds nothing on a good installation, and what was broken on one that is not", {
  timeout: 600_000,
}, async () => {
  const { member, environment } = await startInstallation();
  // The worker ticks as soon as it runs, and tells of it within a second.
  await expect
    .poll(() => check(environment), { timeout: 300_000 })
    .toEqual({
      exitCode: 0,
      codes: [],
      report: { ok: true, findings: [], checked: [...AREAS], notChecked: [] },
    });

  const warned = await check({ ...environment, MAIL_FROM: "no-reply@localhost" });
  expect([warned.exitCode, warned.codes]).toEqual([0, ["mail.from-local"]]);

  const untrusted = await check({ ...environment, NODE_EXTRA_CA_CERTS: "" });
  expect([untrusted.exitCode, new Set(untrusted.codes)]).toEqual([
    1,
    new Set(["certificates.untrusted", "mail.tls-refused"]),
  ]);

  const forgotten = { ...environment, QUEUE_DOMAIN: "", TRUSTED_PROXIES: "2" };
  const unset = await check(forgotten);
  expect([unset.exitCode, unset.codes]).toEqual([1, ["settings.missing"]]);
  expect(unset.report.notChecked.map(({ area }) => area)).toEqual(["certificates", "addresses"]);

  await servers.supervisor.stop(member.name, "SIGKILL");
  const words = await stanchion(environment);
  expect(words.exitCode).toBe(1);
  expect(words.output).toMatch(/^✗ .*is not responding.* \[redis\.unreachable\]\n {2}→ Start it/m);
  expect(words.output).toContain("? Not checked: processes. No connection to redis.");
  expect(words.output).toMatch(/1 errors, 2 areas not checked, 0 warnings; checked settings, node/);
});

test("without any setting each is named, and nothing fails but the check", async () => {
  const { exitCode, report, codes } = await check({ NODE_ENV: "production" });
  expect(exitCode).toBe(1);
  expect(codes.filter((code) => code === "settings.missing")).toHaveLength(7);
  expect(report.findings.at(-1)?.code).toBe("mail.none");
  expect(report.checked).toEqual(["settings", "node", "files", "mail"]);
  expect(report.notChecked).toHaveLength(AREAS.length - 4);
});

test("a file with the settings that is not there is a finding, and the rest is looked at", async () => {
  const elsewhere = join(servers.dataDirectory, "other.env");
  const { exitCode, output } = await stanchion(
    { NODE_ENV: "production" },
    "--settings-file",
    elsewhere,
  );
  expect(exitCode).toBe(1);
  expect(output).toContain(`! ${elsewhere} does not exist. [files.settings-unreadable]`);
  expect(output).toMatch(/checked settings, node, files, mail\.$/m);
});

test("files in a folder that is closed to strangers are good, also when a stranger asks", () => {
  const closed = join(servers.dataDirectory, "closed");
  mkdirSync(closed, { mode: 0o000 });
  const hidden = join(closed, "stanchion.env");
  const files = { tlsKeyFile: hidden, settingsFile: hidden };
  expect(asStranger(() => checkFiles(files))).toEqual([]);
});
