import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { listEvents } from "@/lib/services/event/manage/list";
import type { ServiceContext } from "@/lib/services/ground/context";
import { getUnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import { publish } from "@/lib/services/sites/publication/publish";
import { listRules } from "@/lib/services/sites/rule/list";
import { newFixture } from "@/tools/api/fixture";
import { serveApiHere } from "@/tools/api/serve-here";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { runStanchion } from "../../run-stanchion";

let served: Awaited<ReturnType<typeof serveApiHere>>;
let context: ServiceContext;
beforeAll(async () => {
  served = await serveApiHere();
});
beforeEach(async () => {
  const fixture = await newFixture();
  context = fixture.context;
  vi.stubEnv("STANCHION_URL", served.baseUrl);
  vi.stubEnv("STANCHION_API_KEY", fixture.key);
});
afterAll(async () => {
  await served.close();
  disconnectLineRedis();
  await disconnectDb();
});

async function importing(system: string, content: unknown, ...more: readonly string[]) {
  const file = join(await mkdtemp(join(tmpdir(), "import-")), "export.json");
  await writeFile(file, JSON.stringify(content));
  return stanchion("import", system, file, ...more);
}

async function stanchion(...args: readonly string[]) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void noted.push(line),
  };
  const ending = await runStanchion([...args], terminal);
  return { ending, printed: printed.join("\n"), noted: noted.join("\n") };
}

const ROOM = {
  ...{ id: "699d98642c564d2e855e9661899b7252", created_on: "2014-01-01T05:20:00.12345Z" },
  ...{ name: "shop", host: "shop.example.com", path: "/shop", turnstile_mode: "off" },
  ...{ total_active_users: 300, new_users_per_minute: 250 },
};

test("rooms are imported with their events and rules, and what is not carried over is told", async () => {
  const event = {
    ...{ name: "sale", event_start_time: "2099-01-01T10:00:00Z" },
    ...{ event_end_time: "2099-01-01T11:00:00Z", session_duration: 3 },
  };
  const rule = { action: "bypass_waiting_room", expression: 'http.host eq "a"' };
  const room = {
    ...{ ...ROOM, cookie_attributes: { samesite: "none" } },
    ...{ events: [event], rules: [rule, { ...rule, expression: "cf.threat_score gt 9" }] },
  };
  const second = { ...ROOM, name: "second" };
  const { ending, printed } = await importing("cloudflare", { result: [room, second] });
  expect(printed).toContain("Imported 1 of 2 rooms, 1 events and 1 rules.");
  expect(printed).toMatch(/room shop, cookie_attributes: .*Lax/);
  expect(printed).toMatch(/room shop, event sale, session_duration: .*of its room/);
  expect(printed).toMatch(/rule cf.threat_score gt 9.*cf.threat_score/);
  expect(printed).toMatch(/room second, host: .*Another room has/);
  expect(ending).toBe(1);
  const { items } = await listEvents(context, {});
  expect(items).toMatchObject([
    { name: "shop", status: "open", activeCap: 300, schedules: [{ name: "sale" }] },
  ]);
});

test("an import that loses the API says where it stopped, and is repeated without making anything twice", async () => {
  const at = (hour: number) => `2099-01-01T${hour}:00:00Z`;
  const event = (name: string, hour: number) => ({
    ...{ name, event_start_time: at(hour), event_end_time: at(hour + 1) },
  });
  const rule = { action: "bypass_waiting_room", expression: 'http.host eq "a"' };
  const rooms = [
    { ...ROOM, events: [event("early", 10), event("late", 12)], rules: [rule] },
    { ...ROOM, name: "second", path: "/second" },
  ];
  // Before each change, and after each, where nobody hears of what was made.
  for (const [lost, isMade] of [1, 2, 3, 4, 5].flatMap(
    (nth) =>
      [
        [nth, false],
        [nth, true],
      ] as const,
  )) {
    const fixture = await newFixture();
    vi.stubEnv("STANCHION_API_KEY", fixture.key);
    vi.stubGlobal("fetch", losingAt(lost, isMade));
    const broken = await importing("cloudflare", rooms);
    vi.unstubAllGlobals();
    expect({ lost, ending: broken.ending, printed: broken.printed }).toMatchObject({
      ...{ lost, ending: 4, printed: expect.stringContaining(`Stopped at ${STEPS[lost - 1]}: `) },
    });
    const whole = await importing("cloudflare", rooms);
    expect({ lost, ...whole }).toMatchObject({
      ...{
        lost,
        ending: 0,
        printed: expect.stringContaining("2 of 2 rooms, 2 events and 1 rules."),
      },
    });
    const { items } = await listEvents(fixture.context, {});
    expect(items.map(({ name, schedules }) => [name, schedules.length]).toSorted()).toEqual([
      ["second", 0],
      ["shop", 2],
    ]);
    expect((await listRules(fixture.context)).map(({ name }) => name).toSorted()).toEqual([
      ...["Cloudflare second", "Cloudflare shop", "Cloudflare shop, bypass"],
    ]);
  }
}, 120_000);

const STEPS = [
  ...["room shop", "room shop, event early", "room shop, event late"],
  ...['room shop, rule http.host eq "a"', "room second"],
];

/** A network that breaks at a change, before or after the API has heard of it. */
function losingAt(lost: number, isMade: boolean): typeof fetch {
  const real = globalThis.fetch;
  let changes = 0;
  return async (...asked) => {
    if (asked[1]?.method === "POST") changes += 1;
    if (changes < lost) return real(...asked);
    if (isMade && changes === lost) await real(...asked);
    throw new TypeError("fetch failed");
  };
}

const TRIGGER = {
  LogicalOperator: "And",
  TriggerParts: [
    {
      ...{ ValidatorType: "UrlValidator", Operator: "Contains", ValueToCompare: "/tickets" },
      ...{ UrlPart: "PagePath", CookieName: null, IsNegative: false, IsIgnoreCase: true },
    },
  ],
};
const INTEGRATION = {
  ...{ Name: "Tickets", ActionType: "Queue", EventId: "springsale", CookieDomain: ".example.com" },
  ...{ LayoutName: null, Culture: "en-US", ExtendCookieValidity: true, CookieValidityMinute: 20 },
  ...{ QueueDomain: "x.queue-it.net", RedirectLogic: "AllowTParameter", ForcedTargetUrl: "" },
  Triggers: [TRIGGER],
};

test("an integration config becomes rules that nobody has published, and comes out again as it is published", async () => {
  await createEvent(context, {
    ...{ eventId: "springsale", name: "Spring sale", kind: "always-on" },
    targetUrl: "https://shop.example.com/",
  });
  const ignored = { Name: "Health", ActionType: "Ignore", Triggers: [TRIGGER] };
  const lost = { ...INTEGRATION, Name: "Lost", EventId: "gone" };
  const strange = { ...INTEGRATION, Name: "Strange", ActionType: "Inspect" };
  const config = { Integrations: [ignored, INTEGRATION, lost, strange] };
  const { ending, printed, noted } = await importing("queueit", config);
  expect({ ending, noted }).toEqual({ ending: 0, noted: "" });
  expect(printed).toContain("Created 2, changed 0 rules.");
  expect(printed).toContain("rule Tickets, CookieValidityMinute");
  expect(printed).toMatch(/rule Lost, EventId: .*no event gone/);
  expect(printed).toContain("rule Strange, ActionType");
  expect((await getUnpublishedChanges(context)).hasChanges).toBe(true);
  expect(await listRules(context)).toMatchObject([
    { name: "Health", actionType: "Ignore" },
    { name: "Tickets", action: { EventId: "springsale", CookieDomain: ".example.com" } },
  ]);
  await publish(context, {});
  const exported = await stanchion("rules", "export");
  const { Integrations } = JSON.parse(exported.printed);
  expect(Integrations).toMatchObject([{ Name: "Health" }, { Name: "Tickets", Culture: "en-US" }]);
  expect((await importing("queueit", { Integrations })).printed).toContain(
    "Created 0, changed 2 rules. 0 differ",
  );
});

test("a rule of an integration config keeps its lane and its place, and what else it has is told", async () => {
  const lanes = [
    { key: "fans", name: "Fans" },
    { key: "main", name: "Main" },
  ];
  await createEvent(context, {
    ...{ eventId: "springsale", name: "Spring sale", kind: "always-on" },
    targetUrl: "https://shop.example.com/",
    lanes: { mode: "ordered", defaultLane: "main", lanes },
  });
  const ofFans = { ...INTEGRATION, Name: "Fans", Lane: "fans", IsPriority: true };
  const wrong = { ...INTEGRATION, Name: "Wrong", Lane: "press" };
  const first = await importing("queueit", { Integrations: [ofFans, INTEGRATION, wrong] });
  expect(first.printed).toContain("rule Fans, IsPriority: Rules here have nothing of the kind.");
  expect(first.printed).toMatch(/rule Wrong, lane: .*no lane/);
  expect(first.printed).not.toContain("rules, order");
  expect(await listRules(context)).toMatchObject([
    { name: "Fans", lane: "fans" },
    { name: "Tickets", lane: null },
  ]);
  const second = await importing("queueit", { Integrations: [INTEGRATION, ofFans] });
  expect(second.printed).toContain("rules, order: They stand in another order here");
});

const BEHAVIOUR = {
  name: "visitorPrioritization",
  options: {
    ...{ enabled: true, allowedUserCookieEnabled: true, allowedUserCookieLabel: "vp" },
    ...{ allowedUserCookieDuration: 300, waitingRoomStatusCode: 503 },
    allowedUserCookieRefresh: true,
    ...{ userIdentificationByCookie: true, userIdentificationKeyCookie: "Member" },
    ...{ waitingRoomDirectory: "/waiting" },
  },
};
const PROPERTY = {
  rules: {
    ...{ name: "default", criteria: [], behaviors: [] },
    children: [
      {
        name: "Checkout",
        criteria: [
          { name: "hostname", options: { values: ["shop.example.com"] } },
          { name: "path", options: { values: ["/checkout/*"], matchCaseSensitive: true } },
        ],
        criteriaMustSatisfy: "any",
        behaviors: [BEHAVIOUR],
      },
      {
        name: "By country",
        criteria: [{ name: "userLocation", options: { values: ["DE"] } }],
        behaviors: [BEHAVIOUR],
      },
    ],
  },
};

test("visitor prioritization becomes a lottery with a rule, and what is not carried over is told", async () => {
  const { ending, printed, noted } = await importing("akamai", PROPERTY, "--percent", "30", ...TO);
  expect({ ending, noted }).toEqual({ ending: 0, noted: "" });
  expect(printed).toContain("Made 1 events and 1 rules of 1 behaviours.");
  expect(printed).toContain("Akamai Checkout, waitingRoomDirectory");
  expect(printed).toMatch(/Akamai By country, criteria: .*userLocation/);
  expect(await getEvent(context, { eventId: "akamaicheckout" })).toMatchObject({
    ...{ status: "draft", sessionMinutes: 5, sessionMode: "sliding", waitingStatusCode: 503 },
    admission: {
      share: { type: "percentage", percent: 30 },
      identity: { by: "cookie", name: "Member" },
    },
  });
  const [rule] = await listRules(context);
  expect(rule?.triggers.map(({ TriggerParts }) => TriggerParts)).toMatchObject([
    [{ UrlPart: "HostName", Operator: "EqualsAny", ValuesToCompare: ["shop.example.com"] }],
    [{ UrlPart: "PagePath", Operator: "ContainsAny", ValuesToCompare: ["/checkout/"] }],
  ]);
});

test("a scheduled event has a line, in which those who are drawn go first", async () => {
  const options = ["--percent", "30", "--start", "2099-01-01T10:00", ...TO];
  const { printed } = await importing("akamai", PROPERTY, ...options);
  expect(printed).toContain("Made 1 events and 1 rules of 1 behaviours.");
  expect(await getEvent(context, { eventId: "akamaicheckout" })).toMatchObject({
    ...{ kind: "scheduled", startLocal: "2099-01-01T10:00", waitingStatusCode: 503 },
    admission: { share: { percent: 30 }, lane: "drawn", identity: { name: "Member" } },
    lanes: { mode: "ordered", defaultLane: "main", lanes: [{ key: "drawn" }, { key: "main" }] },
  });
});

const TO = ["--target", "https://shop.example.com/"];
