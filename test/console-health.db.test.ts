import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as live } from "@/app/health/live/route";
import { GET as ready } from "@/app/health/ready/route";
import { askForArrival, PROBE_HEADER, PROBE_PATH, readArrival } from "@/lib/health/self-probe";
import { watchConsole } from "@/lib/http/console-health";
import { createConsoleServer } from "@/lib/http/console-server";
import { connectRedis } from "@/lib/line/redis";
import { parseMasterKey } from "@/lib/secrets/seal";
import { ownRedis } from "@/test/redis-members";
import { startPostgres } from "@/tools/stack/postgres";

const servers = await ownRedis();
const { supervisor, dataDirectory } = servers;
const EVENTUALLY = { timeout: 60_000, interval: 100 };
const master = parseMasterKey(Buffer.alloc(32, 7).toString("base64url"));

/** The routes of the console behind its own server; Next.js itself runs in the journeys. */
const server = createConsoleServer({
  consoleUrl: "https://console.example",
  trustedProxies: 1,
  masters: [master],
  async handle({ url }, response) {
    const answer = url === "/health/live" ? live() : ready();
    response.writeHead(answer.status).end(await answer.text());
  },
});

type Asked = { readonly status: number; readonly body: string; readonly proof: string };

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Asked> {
  // The server listens on TCP, so its address is no path.
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          proof: String(response.headers["x-stanchion-proof"] ?? ""),
        }),
      );
    });
    sent.once("error", reject);
    sent.end();
  });
}

async function readyCodes(): Promise<(string | number)[]> {
  const { status, body } = await ask("/health/ready");
  const { findings }: { findings: { code: string }[] } = JSON.parse(body);
  return [status, ...findings.map(({ code }) => code)];
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(async () => {
  server.close();
  await servers.close();
});

test("a console is not ready without Postgres, and degraded without Redis", async () => {
  expect(await readyCodes()).toEqual([503, "process.starting"]);
  const member = await servers.start({ "min-replicas-to-write": "0" });
  const port = await servers.nextPort();
  const postgres = await startPostgres({ dataDirectory, port, supervisor });
  const said: string[] = [];
  const health = watchConsole({
    ...{ redis: connectRedis(member.url), postgres, masters: [master] },
    onForeign: () => said.push("foreign"),
    log: {
      onFinding: (code) => said.push(code),
      onRecovery: (code) => said.push(`no more ${code}`),
    },
  });
  await expect.poll(readyCodes, EVENTUALLY).toEqual([200]);
  // Before that nothing is said: at the start nobody has answered yet.
  await setTimeout(7_000);
  const redisProcess = supervisor.processId(member.name) ?? 0;
  process.kill(redisProcess, "SIGSTOP");
  await expect.poll(readyCodes, EVENTUALLY).toEqual([200, "redis.unreachable"]);
  process.kill(redisProcess, "SIGCONT");
  await expect.poll(readyCodes, EVENTUALLY).toEqual([200]);
  await supervisor.stop("postgres");
  await expect.poll(readyCodes, EVENTUALLY).toEqual([503, "postgres.unreachable"]);
  expect((await ask("/health/live")).status).toBe(200);
  supervisor.start("postgres");
  await expect.poll(readyCodes, EVENTUALLY).toEqual([200]);
  health.drain();
  expect(await readyCodes()).toEqual([503, "process.draining"]);
  expect((await ask("/health/live")).status).toBe(200);
  // Each of them was said once, and that it was over.
  expect(said.filter((text) => text.includes("redis.unreachable"))).toHaveLength(2);
  await health.stop();
  expect(said).not.toContain("foreign");
});

test("only the own installation is told how its requests arrive", async () => {
  const forwarded = { "x-forwarded-for": "192.0.2.9, 198.51.100.4", "x-forwarded-proto": "https" };
  const asked = askForArrival(master, Date.now());
  const answer = await ask(PROBE_PATH, { ...forwarded, [PROBE_HEADER]: asked });
  expect(readArrival(master, asked, answer)).toEqual({
    program: "console",
    hops: 2,
    address: "198.51.100.4",
    isSecure: true,
  });
  const other = parseMasterKey(Buffer.alloc(32, 8).toString("base64url"));
  const stale = askForArrival(master, Date.now() - 61_000);
  for (const header of ["", asked.slice(0, -1), askForArrival(other, Date.now()), stale]) {
    const { proof } = await ask(PROBE_PATH, { ...forwarded, [PROBE_HEADER]: header });
    expect(proof).toBe("");
  }
  expect(readArrival(other, asked, answer)).toBeNull();
  expect(readArrival(master, asked, { ...answer, body: answer.body.replace("2", "1") })).toBeNull();
});
