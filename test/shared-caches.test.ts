import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNodeConnector } from "@/connectors/src/adapters/node";
import { sealSessionCookie, sessionCookieName } from "@/connectors/src/core";
import { startCache } from "@/tools/attack/caching-proxy";
import { requireDebianProgram } from "@/tools/deploy-files/debian-program";
import { configOf, queueRule, urlPart } from "@/tools/shared/integration-config";
import { freePort } from "@/tools/shared/serve";
import { findProgram, installPackages } from "@/tools/stack/programs";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

const SECRET = "secret";
const NAME = sessionCookieName("sale");
/** Every way in which a site invites shared caches. */
const INVITATIONS = {
  "Cache-Control": "public, max-age=600, s-maxage=600",
  "Surrogate-Control": "max-age=600",
  "CDN-Cache-Control": "max-age=600",
  "X-Accel-Expires": "600",
};

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A site that invites shared caches, by each of these headers; `/tickets` is protected. */
let sitePort = 0;
let answered = 0;
beforeAll(async () => {
  const rule = queueRule({
    Name: "Tickets",
    EventId: "sale",
    QueueDomain: "room.example",
    Triggers: [
      { LogicalOperator: "And", TriggerParts: [urlPart("Contains", "PagePath", "/tickets")] },
    ],
  });
  const connector = createNodeConnector({
    customerId: "acme",
    secrets: [SECRET],
    apiKey: "key",
    configUrl: "http://127.0.0.1:1/",
    config: configOf([rule], "acme"),
    failOpen: false,
    onProblem: () => undefined,
  });
  const server = createServer(
    connector.wrap(({ url = "" }, response) => {
      answered += 1;
      const names = new URL(url, "http://site").searchParams.getAll("says");
      for (const [name, value] of Object.entries(INVITATIONS)) {
        if (names.includes(name)) response.setHeader(name, value);
      }
      response.setHeader("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT");
      response.end("the page");
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sitePort = (server.address() as AddressInfo).port;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
    return connector.close();
  });
});

async function runUntilItAnswers(program: string, args: readonly string[], port: number, env = {}) {
  const child: ChildProcess = spawn(program, args, {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  closing.push(() => {
    child.kill("SIGTERM");
    return ended;
  });
  while (!(await fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
    await delay(50);
  }
  return port;
}

async function startNginx(): Promise<number> {
  const { port, close } = await startCache(sitePort, "shop.example");
  closing.push(close);
  return port;
}

/** A Varnish that keeps answers with cookies, as content delivery networks do. */
async function startVarnish(): Promise<number> {
  const program = requireDebianProgram("varnishd", "varnish");
  if (findProgram("gcc") === null && !installPackages("gcc", "libc6-dev")) {
    throw new Error("Not checked: Varnish compiles its rules. Install the package gcc.");
  }
  const folder = await temporaryDirectory("stanchion-varnish-");
  mkdirSync(join(folder, "work"));
  writeFileSync(
    join(folder, "rules.vcl"),
    `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${sitePort}"; }
sub vcl_recv { if (req.method == "GET") { return (hash); } }
sub vcl_beresp_cookie { return; }
`,
  );
  const port = await freePort();
  const libraries = join(program, "../../lib", "x86_64-linux-gnu");
  return runUntilItAnswers(
    program,
    [
      ...["-F", "-j", "none", "-n", join(folder, "work"), "-a", `127.0.0.1:${port}`],
      ...["-f", join(folder, "rules.vcl"), "-s", "default,10m", "-T", "none"],
    ],
    port,
    { LD_LIBRARY_PATH: `${libraries}:${join(libraries, "varnish")}` },
  );
}

function session(queueId: string): string {
  const issuedUnixSeconds = Math.floor(Date.now() / 1000) - 60;
  const cookie = {
    ...{ eventId: "sale", queueId, fixedValidityMinutes: null, redirectType: "queue" },
    ...{ issuedUnixSeconds, hashedIp: "" },
  };
  return `${NAME}=${encodeURIComponent(sealSessionCookie(cookie, SECRET))}`;
}

const ANN = "5c7c1e0e-0000-4000-8000-000000000001";
const BEN = "5c7c1e0e-0000-4000-8000-000000000002";

/** What somebody gets: the status, and of whom the session is that comes along. */
async function ask(port: number, path: string, queueId?: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    redirect: "manual",
    headers: queueId === undefined ? {} : { cookie: session(queueId) },
  });
  const cookies = answer.headers.getSetCookie().map(decodeURIComponent).join();
  const of = [ANN, BEN].filter((id) => cookies.includes(id));
  return { status: answer.status, of };
}

describe.each([
  ["nginx", startNginx],
  ["Varnish", startVarnish],
])("behind %s", (_name, start) => {
  let port = 0;
  beforeAll(async () => {
    port = await start();
  });

  const WAYS = [[], ...Object.keys(INVITATIONS).map((name) => [name]), Object.keys(INVITATIONS)];
  test.each(WAYS.map((names) => names.map((name) => `says=${name}`).join("&")))(
    "nobody gets the session of somebody else: %s",
    async (query) => {
      expect(await ask(port, `/tickets?${query}`, ANN)).toEqual({ status: 200, of: [ANN] });
      expect(await ask(port, `/tickets?${query}`)).toEqual({ status: 302, of: [] });
      expect(await ask(port, `/tickets?${query}`, BEN)).toEqual({ status: 200, of: [BEN] });
    },
  );

  test("what gets no cookie is kept as before", async () => {
    const before = answered;
    for (let times = 0; times < 3; times += 1) {
      expect(await ask(port, "/free?says=Cache-Control")).toEqual({ status: 200, of: [] });
    }
    expect(answered - before).toBe(1);
  });
});
