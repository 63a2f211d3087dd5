import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createApi } from "@/lib/api/handle";
import { OPERATIONS } from "@/lib/api/registry";
import { createApiListener, isForApi } from "@/lib/api/serve";
import { db, disconnectDb } from "@/lib/db/client";
import { createConsoleServer } from "@/lib/http/console-server";
import { updateEvent } from "@/lib/services/event/manage/update";
import { createAlertChannel } from "@/lib/services/sites/alert/create-channel";
import { type Fixture, keyOf, newFixture } from "@/tools/api/fixture";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { projectPath } from "@/tools/stack/paths";
import { listen } from "@/tools/stack/ports";
import { runStanchion } from "../../run-stanchion";

/** Requests that are answered before the API is no longer there. */
let answersLeft = Number.POSITIVE_INFINITY;
const api = createApi(OPERATIONS);
const listener = createApiListener({ api, mcp: api, aws: api, documents: {} });
const server = createConsoleServer({
  handle: async (_request, response) => void response.writeHead(404).end(),
  api: {
    isFor: isForApi,
    handle: async (request, response) => {
      if (request.method !== "GET") answersLeft -= 1;
      if (answersLeft >= 0) await listener(request, response);
      else response.writeHead(403, { "content-type": "application/json" }).end("{}");
    },
  },
  consoleUrl: "http://console.localhost:3000",
  trustedProxies: 0,
});
let baseUrl = "";
beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  disconnectLineRedis();
  await disconnectDb();
});

let fixture: Fixture;
let file = "";
beforeEach(async () => {
  answersLeft = Number.POSITIVE_INFINITY;
  fixture = await newFixture();
  vi.stubEnv("STANCHION_URL", baseUrl);
  vi.stubEnv("STANCHION_API_KEY", fixture.key);
  file = join(await mkdtemp(join(tmpdir(), "manifest-")), "stanchion.yaml");
});

const FILE = `version: 1
lists:
  scalpers:
    name: Known scalpers
    contents:
      kind: typed
      text: |
        203.0.113.0/24
        2001:db8:7::/48
events:
  springsale:
    name: Spring sale
    kind: always-on
    targetUrl: https://shop.example.com/spring
    outflowPerMinute: 300
  autumndrop:
    name: Autumn drop
    kind: scheduled
    targetUrl: https://shop.example.com/autumn
    timeZone: Europe/Berlin
    schedules:
      - id: fridays
        name: Fridays
        timing:
          kind: recurring
          recurrence:
            pattern: { kind: weekly, weekdays: [friday] }
            startTime: "10:00"
            durationMinutes: 120
            timeZone: Europe/Berlin
        overrides: { outflowPerMinute: 900 }
webhooks:
  Back office:
    url: https://backoffice.example.com/stanchion?key=s3cret
    types: [event.opened, event.sold_out]
    eventIds: [autumndrop]
rules:
  - name: Autumn
    actionType: Queue
    action: { EventId: autumndrop }
    triggers: &drop
      - TriggerParts:
          - { ValidatorType: UrlValidator, UrlPart: PagePath, Operator: Contains, ValueToCompare: /drop }
  - name: Spring
    actionType: Queue
    action: { EventId: springsale }
    triggers: *drop
`;

async function stanchion(...args: readonly string[]) {
  const out: string[] = [];
  const write = (line: string) => void out.push(line);
  const ending = await runStanchion([...args, "--file", file], { print: write, note: write });
  return { ending, out: out.join("\n") };
}

const WEBHOOK_URL = "https://backoffice.example.com/stanchion?key=s3cret";

const NOTHING = { ending: 0, out: "Nothing to do: everything is as the file says." };

test("a file is planned and applied, and then there is nothing to do", async () => {
  await writeFile(file, FILE);
  const planned = await stanchion("plan");
  expect(planned.out).toContain("+ springsale “Spring sale”");
  expect(planned.out).toContain("Plan: 6 to create, 0 to change, 0 to delete.");
  expect(planned.ending).toBe(2);
  const refused = await stanchion("apply");
  expect(refused.out).toContain("Nothing was changed. Use --yes to confirm.");
  const first = await stanchion("apply", "--yes");
  expect(first.out).not.toContain("✗");
  expect(first.ending).toBe(0);
  expect(await stanchion("plan")).toEqual(NOTHING);
  const where = { customerId: fixture.context.customer.id };
  expect(await db().event.count({ where: { ...where, managedBy: "stanchion.yaml" } })).toBe(2);
  expect(await db().rule.count({ where: { ...where, managedBy: "stanchion.yaml" } })).toBe(2);
  expect(await db().publication.count({ where })).toBe(1);
});

test("what is exported is planned as nothing, and what changed by hand is found", async () => {
  await writeFile(file, FILE);
  await stanchion("apply", "--yes");
  expect((await stanchion("export", "--force")).out).toContain("Wrote");
  vi.stubEnv("STANCHION_WEBHOOK_BACK_OFFICE_URL", WEBHOOK_URL);
  expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
  await updateEvent(fixture.context, { eventId: "springsale", outflowPerMinute: 7 });
  const drifted = await stanchion("plan");
  expect(drifted.out).toContain("outflow from 7 per minute to 300 per minute");
  expect(drifted.ending).toBe(2);
  await stanchion("apply", "--yes");
  expect(await stanchion("plan")).toEqual(NOTHING);
});

test.each([1, 2, 3, 4, 5, 6, 7])(
  "stopped after %i requests it is repeated to the same end",
  async (requests) => {
    await writeFile(file, FILE);
    answersLeft = requests;
    await stanchion("apply", "--yes");
    answersLeft = Number.POSITIVE_INFINITY;
    const first = await stanchion("apply", "--yes");
    expect(first.out).not.toContain("✗");
    expect(first.ending).toBe(0);
    expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
  },
);

test("an edit changes what it says, in the order of the file, and deletes with --prune only", async () => {
  await writeFile(file, FILE);
  await stanchion("apply", "--yes");
  const text = await readFile(file, "utf8");
  const swapped = text
    .replace("- name: Autumn", "- name: Winter")
    .replace("outflowPerMinute: 300", "outflowPerMinute: 301");
  await writeFile(file, swapped);
  const planned = await stanchion("plan");
  expect(planned.out).toContain("Not in the file: rule Autumn. With --prune they are deleted.");
  expect(await stanchion("apply", "--yes", "--prune")).toMatchObject({ ending: 0 });
  expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
  const where = { customerId: fixture.context.customer.id };
  const rules = await db().rule.findMany({ where, orderBy: { position: "asc" } });
  expect(rules.map(({ name }) => name)).toEqual(["Winter", "Spring"]);
});

test("a webhook is changed where it is, and deleted with --prune only", async () => {
  await writeFile(file, FILE);
  await stanchion("apply", "--yes");
  const where = { customerId: fixture.context.customer.id, name: "Back office" };
  const before = await db().webhookEndpoint.findFirstOrThrow({ where });
  await writeFile(file, FILE.replace("[event.opened, event.sold_out]", "[event.paused]"));
  expect((await stanchion("plan")).out).toContain("~ Back office");
  await stanchion("apply", "--yes");
  const after = await db().webhookEndpoint.findFirstOrThrow({ where });
  expect(after).toMatchObject({ id: before.id, sealed: before.sealed, types: ["event.paused"] });
  await writeFile(file, FILE.replace(/webhooks:.*(?=rules:)/s, "webhooks: {}\n"));
  expect((await stanchion("plan")).out).toContain("Not in the file: webhook Back office.");
  expect((await stanchion("plan", "--prune")).out).toContain("! messages that wait");
  await stanchion("apply", "--yes", "--prune");
  expect(await db().webhookEndpoint.count({ where })).toBe(0);
});

const ALERTS = `thresholds:
  Line too long: { metric: waiting, eventId: autumndrop, crossedAt: 5000, clearedAt: 4000 }
alertRules:
  Long line:
    types: [event.threshold_crossed]
    eventIds: [autumndrop]
    afterMinutes: 5
    channels: [On call]
`;

test("thresholds and alert rules are kept by their names, and channels are named", async () => {
  await writeFile(file, FILE + ALERTS);
  const refused = await stanchion("apply", "--yes");
  expect(refused.out).toMatch(/:\d+:16 There is no alert channel “On call”\. Create it first\./);
  const { context } = fixture;
  const channel = { name: "On call", kind: "email" as const };
  await createAlertChannel(context, { ...channel, roles: ["owner"] });
  expect(await stanchion("apply", "--yes")).toMatchObject({ ending: 0 });
  expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
  await stanchion("export", "--force");
  expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
  const exported = await readFile(file, "utf8");
  expect(exported).toContain("- On call");
  await writeFile(file, exported.replace("crossedAt: 5000", "crossedAt: 3000"));
  expect((await stanchion("apply", "--yes")).out).toContain("below the one that crosses it");
  await writeFile(file, exported.replace("crossedAt: 5000", "crossedAt: 6000"));
  expect((await stanchion("plan")).out).toContain("~ Line too long");
  await stanchion("apply", "--yes");
  const where = { customerId: context.customer.id };
  expect(await db().threshold.findMany({ where })).toMatchObject([{ crossedAt: 6_000 }]);
  await writeFile(file, `${FILE}thresholds: {}\nalertRules: {}\n`);
  expect((await stanchion("plan", "--prune")).out).toContain("! nobody is notified by it any more");
  await stanchion("apply", "--yes", "--prune");
  expect(await db().alertRule.count({ where })).toBe(0);
  expect(await db().threshold.count({ where })).toBe(0);
});

test("a file that is wrong changes nothing, and what the API refuses is told where it stands", async () => {
  await writeFile(file, FILE.replace("outflowPerMinute: 300", "outflowPerMinte: 300"));
  expect(await stanchion("apply", "--yes")).toEqual({
    ending: 1,
    out: `${file}:15:5 Unknown field “outflowPerMinte”. Did you mean “outflowPerMinute”? (unknown_field)`,
  });
  await writeFile(
    file,
    FILE.replace("kind: always-on", "kind: always-on\n    endLocal: 2026-01-01"),
  );
  const refused = await stanchion("apply", "--yes");
  expect(refused.ending).toBe(1);
  expect(refused.out).toMatch(/stanchion\.yaml:14:5 /);
});

test("an open event is marked where a change does something at once", async () => {
  await writeFile(file, FILE);
  await stanchion("apply", "--yes");
  const where = { customerId: fixture.context.customer.id, wireId: "springsale" };
  await db().event.updateMany({ where, data: { status: "open", currentRun: 1 } });
  await writeFile(file, FILE.replace("outflowPerMinute: 300", "method: passthrough"));
  const { out } = await stanchion("plan");
  expect(out).toContain("! lets everyone through");
  expect(out).toContain("! changes admission of an open event");
});

test("a key that may not read webhooks exports the rest, and is told", async () => {
  await writeFile(file, FILE);
  await stanchion("apply", "--yes");
  const permissions = ["customer:read", "event:read", "rule:read", "publication:read"] as const;
  vi.stubEnv("STANCHION_API_KEY", await keyOf(fixture, permissions));
  const { out } = await stanchion("export", "--force");
  expect(out).toContain("Your key may not read webhooks");
  expect(await readFile(file, "utf8")).not.toContain("Back office");
});

test("the file of the documentation is applied", async () => {
  const page = await readFile(projectPath("docs/configuration.md"), "utf8");
  await writeFile(file, /```yaml\n(.*?)```/s.exec(page)?.[1] ?? "");
  expect(await stanchion("apply", "--yes")).toMatchObject({ ending: 0 });
  expect(await stanchion("plan", "--prune")).toEqual(NOTHING);
});
