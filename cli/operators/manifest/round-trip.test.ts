import { expect, test } from "vitest";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import {
  SETTING_DEFAULTS,
  SETTING_NAMES,
  type SettingName,
  type SettingValues,
} from "@/lib/domain/event/settings/table";
import { LEVELS, withLevel } from "@/lib/domain/protection/levels";
import { CALM } from "@/lib/domain/protection/protection";
import { CLOUDFLARE_ROOM } from "@/test/cloudflare-room";
import { exportManifest } from "./export";
import { parseManifest } from "./parse-manifest";
import { planChanges } from "./plan";
import type { EventState, State } from "./state";

const NOW = Date.parse("2026-03-01T09:00:00Z");

const SETTINGS: SettingValues = {
  ...SETTING_DEFAULTS,
  ...{ name: "Spring sale", kind: "always-on", brandName: "Example Tickets" },
  targetUrl: "https://shop.example.com/",
};

const OVERRIDES = { outflowPerMinute: 300, method: "random", activeCap: null } as const;
const WEEKLY = {
  ...{ id: "weekly", name: "Weekly", preQueueMinutes: 10, overrides: OVERRIDES },
  timing: {
    kind: "recurring",
    recurrence: {
      ...{ timeZone: "Europe/Berlin", startTime: "10:00", durationMinutes: 60 },
      ...{ pattern: { kind: "weekly", weekdays: ["friday"] } },
    },
  },
} as const;

/** What is unlike the default, of each setting. */
const OTHER: { readonly [Name in SettingName]: readonly unknown[] } = {
  name: ["yes", "null", "1: 2", "- a # b", "“x”\\n'", "!env NAME", "*a", "2026-03-01"],
  targetUrl: ["https://shop.example.com/?a=b#c", "https://xn--bcher-kva.example/"],
  allowedHosts: [["a.example", "*.b.example"]],
  kind: ["scheduled"],
  timeZone: ["Europe/Berlin"],
  onStatusPage: [false],
  startLocal: ["2026-03-29T09:00"],
  endLocal: ["2026-03-29T19:00"],
  preQueueMinutes: [0, 1_440],
  draw: [{ type: "drand" }],
  afterEvent: [
    { show: { kind: "page", message: "Sold out.\nSee you: soon #1" }, protectedPages: "keep-out" },
    { show: { kind: "redirect", url: "https://shop.example.com/" }, protectedPages: "let-through" },
  ],
  schedules: [[WEEKLY]],
  outflowPerMinute: [1, 1_000_000],
  lineLimit: [5],
  activeCap: [5],
  unitsPerAdmission: [4],
  absenceMinutes: [5],
  safetyNetPerMinute: [700],
  safetyNetActive: [5],
  governor: [{ healthUrl: "https://shop.example.com/health", timeoutMs: 500 }],
  turn: [{ confirm: "always", seconds: 30 }],
  method: ["random", "passthrough", "reject"],
  admission: [
    {
      ...{ share: { type: "percentage", percent: 12.5 }, holdSeconds: 60 },
      identity: { by: "header", name: "x-id" },
    },
  ],
  queueAll: [true],
  lanes: [
    {
      ...{ mode: "weighted", defaultLane: "main" },
      lanes: [
        { key: "main", name: "Main", weight: 70, fromRelativeQuality: null },
        { key: "vip", name: "VIP", weight: 30, fromRelativeQuality: 0.5 },
      ],
    },
  ],
  inviteOnly: [true],
  sessionMode: ["fixed", "sliding"],
  sessionMinutes: [7],
  queueTokenValiditySeconds: [77],
  bindsToAddress: [true],
  apiOrigins: [["https://app.example"]],
  frameOrigins: [["https://app.example"]],
  waitingStatusCode: [200, 202, 429, 503],
  cloudflareJson: [true],
  cloudflareRoom: [CLOUDFLARE_ROOM],
  brandName: ["Other"],
  language: ["de"],
  brandColour: ["#112233"],
  theme: ["dark"],
  notices: [{ mail: true, push: true }],
  protection: [null, ...LEVELS.map((level) => withLevel(CALM, level))],
};

function stateWith(some: Partial<Record<SettingName, unknown>>): State {
  const values = Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      SETTING_SCHEMAS[name].parse({ ...SETTINGS, ...some }[name]),
    ]),
  );
  const event: EventState = {
    ...{ eventId: "springsale", status: "draft", letThrough: false, etag: null },
    ...{ startAtMs: null, endAtMs: null, changedAtMs: NOW, occurrence: null },
    ...{ settingsVersion: 3, managedBy: null, settings: values as SettingValues },
  };
  return {
    ...{ customerName: "Example Tickets", archived: [], lists: [], themes: [], rules: [] },
    ...{
      events: [event],
      webhooks: [],
      thresholds: [],
      alertRules: [],
      channels: [],
      publication: { hasChanges: false, seen: "" },
    },
  };
}

function planOfExport(state: State, edit = (text: string) => text) {
  const { text } = exportManifest(state);
  const read = parseManifest(edit(text), () => undefined);
  if (!read.ok) throw new Error(`${JSON.stringify(read.problems)}\n${text}`);
  return planChanges(read.value.manifest, state, { prune: true, nowMs: NOW });
}

const CASES = SETTING_NAMES.flatMap((name) => OTHER[name].map((value) => [name, value] as const));

test.each(CASES)("what is exported with another %s is planned as nothing (%j)", (name, value) => {
  const state = stateWith({ [name]: value });
  expect(planOfExport(state)).toEqual({ steps: [], kept: [], refusals: [] });
});

test.each(CASES)("a file that says another %s plans just that (%j)", (name, value) => {
  const there = stateWith({});
  const { text } = exportManifest(stateWith({ [name]: value }));
  const read = parseManifest(text, () => undefined);
  if (!read.ok) throw new Error(text);
  const { steps } = planChanges(read.value.manifest, there, { prune: true, nowMs: NOW });
  const same = JSON.stringify(stateWith({ [name]: value })) === JSON.stringify(there);
  expect(steps.map(({ act, key }) => `${act} ${key}`)).toEqual(same ? [] : ["change springsale"]);
  const [step] = steps;
  if (step !== undefined) expect(Object.keys(step.request?.body ?? {})).toContain(name);
});

test("an export says nothing that is so by default, and no secret", () => {
  const state = stateWith({});
  const url = "https://feeds.example/?token=s3cret";
  const entry = {
    name: "L",
    counts: false,
    contents: { kind: "feed", url, everyMinutes: 360 },
  } as const;
  const lists = [{ id: "l1", key: "of-us", version: 1, etag: null, entry }];
  const webhook = { url: "https://example.com/?key=s3cret", types: null, eventIds: ["springsale"] };
  const webhooks = [{ id: "w1", key: "Back office", version: 1, etag: null, entry: webhook }];
  const exported = exportManifest({ ...state, lists, webhooks });
  expect(exported.text).toBe(`# yaml-language-server: $schema=stanchion.schema.json

version: 1
lists:
  of-us:
    name: L
    contents:
      kind: feed
      url: !env STANCHION_LIST_OF_US_URL
themes: {}
events:
  springsale:
    name: Spring sale
    targetUrl: https://shop.example.com/
    kind: always-on
webhooks:
  Back office:
    url: !env STANCHION_WEBHOOK_BACK_OFFICE_URL
    eventIds:
      - springsale
thresholds: {}
alertRules: {}
rules: []
`);
  expect(exported.variables).toEqual([
    "STANCHION_LIST_OF_US_URL",
    "STANCHION_WEBHOOK_BACK_OFFICE_URL",
  ]);
});

test("addresses with a path are as secret as those with a query, each in a variable of its own", () => {
  const hook = (key: string, url: string) => {
    const entry = { url, types: null, eventIds: null };
    return { id: key, key, version: 1, etag: null, entry };
  };
  const exported = exportManifest({
    ...stateWith({}),
    webhooks: [
      hook("商店", "https://hooks.example/a"),
      hook("Магазин", "https://hooks.example/b"),
      hook("Open", "https://open.example/"),
    ],
  });
  expect(exported.variables).toEqual(["STANCHION_WEBHOOK___URL", "STANCHION_WEBHOOK___2_URL"]);
  expect(exported.text).not.toContain("hooks.example");
  expect(exported.text).toContain("https://open.example/");
});

test("what changes by itself is no difference: the times of an event that follows its schedules", () => {
  const schedules = [WEEKLY];
  const state = stateWith({ kind: "scheduled", schedules, startLocal: "2026-03-06T10:00" });
  expect(planOfExport(state).steps).toEqual([]);
});
