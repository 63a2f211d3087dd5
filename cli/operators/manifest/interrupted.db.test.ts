import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApi } from "@/lib/api/handle";
import { OPERATIONS } from "@/lib/api/registry";
import { createApiListener, isForApi } from "@/lib/api/serve";
import { db, disconnectDb } from "@/lib/db/client";
import { createConsoleServer } from "@/lib/http/console-server";
import type { ServiceContext } from "@/lib/services/ground/context";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";
import { newApiKey } from "@/test/api-server";
import { addTestMember, createTestCustomer } from "@/test/customer";
import { bundleCli } from "@/tools/cli-package/bundle";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { listen } from "@/tools/stack/ports";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

type Kill = { readonly request: number; readonly when: "before" | "after" };

/** Where the program is killed: at its so-manieth change, before or after that is carried out. */
let kill: Kill | null = null;
let changes = 0;
let running: ReturnType<typeof spawn> | null = null;

const api = createApi(OPERATIONS);
const listener = createApiListener({ api, mcp: api, aws: api, documents: {} });
const server = createConsoleServer({
  handle: async (_request, response) => void response.writeHead(404).end(),
  api: {
    isFor: isForApi,
    handle: async (request, response) => {
      if (request.method !== "GET") changes += 1;
      const isHere = request.method !== "GET" && changes === kill?.request;
      if (isHere && kill?.when === "before") return void (await killProgram());
      if (!isHere) return listener(request, response);
      // It is carried out, and nobody hears of it.
      const end = response.end.bind(response);
      const carriedOut = new Promise((resolve) => {
        response.end = ((text: string) => {
          resolve(text);
          return response;
        }) as typeof response.end;
      });
      await listener(request, response);
      await carriedOut;
      await killProgram();
      end();
    },
  },
  consoleUrl: "http://console.localhost:3000",
  trustedProxies: 0,
});

async function killProgram(): Promise<void> {
  const program = running;
  if (program === null) throw new Error("Nothing is running.");
  const gone = once(program, "close");
  program.kill("SIGKILL");
  await gone;
}

let home = "";
let url = "";
beforeAll(async () => {
  home = await temporaryDirectory("stanchion-interrupted-");
  await bundleCli(home, "0");
  await writeFile(join(home, "package.json"), '{"type":"module"}');
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  disconnectLineRedis();
  await rm(home, { recursive: true });
  await disconnectDb();
});

let owner: ServiceContext;
let key = "";
let file = "";
beforeEach(async () => {
  kill = null;
  changes = 0;
  owner = await createTestCustomer("owner");
  key = await newApiKey(owner);
  file = join(home, `${owner.customer.wireId}.yaml`);
  await writeFile(file, FILE);
});

const FILE = `version: 1
lists:
  scalpers:
    name: Known scalpers
    contents: { kind: typed, text: 203.0.113.0/24 }
events:
  springsale:
    name: Spring sale
    kind: always-on
    targetUrl: https://shop.example.com/spring
    outflowPerMinute: 300
  autumndrop:
    name: Autumn drop
    kind: always-on
    targetUrl: https://shop.example.com/autumn
rules:
  - name: Spring
    actionType: Queue
    action: { EventId: springsale }
    triggers:
      - TriggerParts:
          - { ValidatorType: UrlValidator, UrlPart: PagePath, Operator: Contains, ValueToCompare: /drop }
`;

/** The command in a process of its own. */
async function stanchion(...args: readonly string[]) {
  const env = {
    ...{ PATH: process.env["PATH"], NODE_ENV: "production" as const, XDG_CONFIG_HOME: home },
    ...{ STANCHION_URL: url, STANCHION_API_KEY: key },
  };
  const program = [join(home, "stanchion.js"), ...args, "--file", file];
  const child = spawn(process.execPath, program, { env });
  running = child;
  const out: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => out.push(String(text)));
  }
  await once(child, "close");
  return { code: child.exitCode, signal: child.signalCode, out: out.join("") };
}

const NOTHING = {
  ...{ code: 0, signal: null },
  out: "Nothing to do: everything is as the file says.\n",
};

/** What there is of the customer, each once. */
async function found() {
  const where = { customerId: owner.customer.id };
  const [events, rules, lists] = await Promise.all([
    db().event.findMany({ where, orderBy: { wireId: "asc" } }),
    db().rule.findMany({ where }),
    db().addressList.findMany({ where }),
  ]);
  return [...events.map(({ wireId }) => wireId), ...[...rules, ...lists].map(({ name }) => name)];
}

const ALL = ["autumndrop", "springsale", "Spring", "Known scalpers"];
// A list, two events, a rule, a publication and the marks.
const KILLS: readonly Kill[] = [
  { request: 1, when: "before" },
  ...[1, 2, 3, 4, 5, 6].map((request) => ({ request, when: "after" }) as const),
];

test.each(KILLS)("killed $when request $request it is repeated to the same end", async (at) => {
  kill = at;
  expect(await stanchion("apply", "--yes")).toMatchObject({ code: null, signal: "SIGKILL" });
  kill = null;
  const again = await stanchion("apply", "--yes");
  expect([again.code, again.out]).toEqual([0, expect.not.stringContaining("✗")]);
  expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
  expect(await found()).toEqual(ALL);
});

test("what needs a second person in the middle is asked for, and the rest is done", async () => {
  await stanchion("apply", "--yes");
  const where = { customerId: owner.customer.id, wireId: "springsale" };
  await db().event.updateMany({ where, data: { status: "open", currentRun: 1 } });
  const second = await addTestMember(owner, "owner", "Ben");
  await addTestMember(owner, "owner", "Cleo");
  await setApprovals(owner, { topics: ["outflow"], outflow: 5_000 });
  await writeFile(
    file,
    FILE.replace("outflowPerMinute: 300", "outflowPerMinute: 9000").replace("/drop", "/sale"),
  );
  const applied = await stanchion("apply", "--yes");
  expect(applied).toMatchObject({ code: 3, out: expect.stringContaining("approv") });
  expect(await db().event.findFirst({ where })).toMatchObject({
    settings: { outflowPerMinute: 300 },
  });
  const [rule] = await db().rule.findMany({ where: { customerId: owner.customer.id } });
  expect(JSON.stringify(rule)).toContain("/sale");
  const [asked, ...others] = await db().approval.findMany({
    where: { customerId: owner.customer.id, state: "waiting" },
  });
  expect(others).toEqual([]);
  // Nothing else is left, and asking again is the same request.
  expect((await stanchion("plan")).out).toMatch(/0 to create, 1 to change, 0 to delete/);
  expect((await stanchion("apply", "--yes")).code).toBe(3);
  expect(await db().approval.count({ where: { customerId: owner.customer.id } })).toBe(1);
  await approveRequest(second, { approvalId: asked?.id ?? "" });
  expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
});
