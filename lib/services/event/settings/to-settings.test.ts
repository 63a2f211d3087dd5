import { describe, expect, test } from "vitest";
import type { Event } from "@/lib/db/generated/client";
import type { KeptSettingName, SettingValues } from "@/lib/domain/event/settings/table";
import { NO_LIMITS } from "@/lib/domain/join-limit/limit-setting";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { settingDifferences } from "@/lib/domain/setting-differences/setting-differences";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { inForceOf } from "@/lib/services/operation/live/inner/in-force";
import { CLOUDFLARE_ROOM } from "@/test/cloudflare-room";
import { ownerOf } from "@/test/customer";
import { changesForAudit } from "./describe-changes";
import { toEventSettings } from "./to-settings";

const ACME = ownerOf("acme");

const settings = {
  language: "en",
  preQueueMinutes: 15,
  timeZone: "Europe/Vienna",
  targetUrl: "https://shop.example.com/",
  allowedHosts: ["*.example.com"],
  apiOrigins: ["https://app.example.com"],
  frameOrigins: ["https://shop.example.com"],
  inviteOnly: false,
  draw: null,
  absenceMinutes: null,
  admission: null,
  governor: null,
  afterEvent: null,
  method: "fifo",
  queueAll: false,
  activeCap: null,
  unitsPerAdmission: 4,
  lanes: SINGLE_LANE,
  outflowPerMinute: 200,
  safetyNetPerMinute: 900,
  safetyNetActive: 70,
  lineLimit: null,
  queueTokenValiditySeconds: 120,
  bindsToAddress: true,
  sessionMinutes: 20,
  sessionMode: "sliding",
  cloudflareJson: true,
  cloudflareRoom: CLOUDFLARE_ROOM,
  turn: { confirm: "hidden", seconds: 90 },
  protection: { ...UNPROTECTED, limits: { ...NO_LIMITS, isOn: true } },
  waitingStatusCode: 503,
  onStatusPage: false,
  notices: { mail: true, push: false },
  brandName: "Acme",
  brandColour: "#2563eb",
} satisfies Pick<SettingValues, KeptSettingName>;

/** As Postgres gives it back. */
const jsonOf = (held: object): Event["settings"] => JSON.parse(JSON.stringify(held));

const row: Event = {
  id: "evt_1",
  customerId: "cus_1",
  wireId: "spring",
  incarnation: null,
  passesUntil: null,
  formerDeletedAt: null,
  name: "Spring Sale",
  kind: "scheduled",
  status: "open",
  paused: true,
  softBlock: false,
  managedBy: null,
  hasOwnCodes: false,
  letThrough: false,
  pauseMessageAt: null,
  targetedMessage: null,
  pauseMessage: "Back soon",
  releasedPlaces: null,
  testOf: null,
  pauseMessages: null,
  message: null,
  startAt: new Date("2026-12-01T09:00:00Z"),
  endAt: null,
  schedules: [],
  occurrence: null,
  logo: new TextEncoder().encode("logo"),
  logoContentType: "image/png",
  theme: "spring",
  settingsVersion: 7,
  archivedAt: null,
  deletingAt: null,
  currentRun: 3,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  settings: jsonOf(settings),
};

test("the line is told everything about an event, under its ids on the wire", () => {
  expect(toEventSettings(row, ACME)).toEqual({
    version: 7,
    customerId: "acme",
    eventId: "spring",
    incarnation: null,
    runId: 3,
    name: "Spring Sale",
    kind: "scheduled",
    status: "open",
    paused: true,
    softBlock: false,
    pauseMessage: "Back soon",
    pauseMessages: null,
    message: null,
    language: "en",
    startAtMs: Date.parse("2026-12-01T09:00:00Z"),
    preQueueMinutes: 15,
    endAtMs: null,
    timeZone: "Europe/Vienna",
    targetUrl: "https://shop.example.com/",
    allowedHosts: ["*.example.com"],
    apiOrigins: ["https://app.example.com"],
    frameOrigins: ["https://shop.example.com"],
    inviteOnly: false,
    admission: null,
    absenceMinutes: null,
    method: "fifo",
    notices: { mail: true, push: false },
    queueAll: false,
    activeCap: null,
    unitsPerAdmission: 4,
    theme: "spring",
    chances: null,
    lanes: SINGLE_LANE,
    draw: null,
    sealedKey: null,
    outflowPerMinute: 200,
    safetyNetPerMinute: 900,
    safetyNetActive: 70,
    lineLimit: null,
    queueTokenValiditySeconds: 120,
    bindsToAddress: true,
    sessionMinutes: 20,
    sessionMode: "sliding",
    cloudflareJson: true,
    turn: { confirm: "hidden", seconds: 90 },
    releasedPlaces: [],
    protection: { ...UNPROTECTED, limits: { ...NO_LIMITS, isOn: true } },
    waitingStatusCode: 503,
    brand: {
      name: "Acme",
      colour: "#2563eb",
      // SHA-256 of "logo", its first half.
      logo: { hash: "3598ce6f965b2481fe26316c06b30950", contentType: "image/png" },
    },
    afterEvent: null,
  });
});

test("an always-on event without a logo says so", () => {
  const settings = toEventSettings(
    { ...row, kind: "always_on", startAt: null, logo: null, logoContentType: null },
    ACME,
  );
  expect(settings).toMatchObject({ kind: "always-on", startAtMs: null, brand: { logo: null } });
});

describe("schedules", () => {
  const morning = {
    id: "morning",
    name: "Morning",
    timing: {
      kind: "once",
      startLocal: "2026-12-01T10:00",
      endLocal: "2026-12-01T12:00",
      timeZone: "Europe/Vienna",
    },
    preQueueMinutes: 5,
    overrides: { outflowPerMinute: 50, method: "random", lineLimit: null },
  };
  const endAt = new Date("2026-12-01T11:00:00Z");
  const held = jsonOf({ ...settings, lineLimit: 900 });
  const scheduled = { ...row, endAt, settings: held, schedules: [morning] };
  const overridden = { outflowPerMinute: 50, method: "random", lineLimit: null };
  const own = { outflowPerMinute: 200, method: "fifo", lineLimit: 900 };

  test("a scheduled event has the overrides of the one that its times come from", () => {
    expect(toEventSettings(scheduled, ACME)).toMatchObject({ ...overridden, preQueueMinutes: 5 });
    const later = { ...scheduled, startAt: new Date("2026-12-01T09:30:00Z") };
    expect(toEventSettings(later, ACME)).toMatchObject({ ...own, preQueueMinutes: 15 });
    const longer = { ...scheduled, endAt: new Date("2026-12-01T13:00:00Z") };
    expect(toEventSettings(longer, ACME)).toMatchObject({ ...own, preQueueMinutes: 15 });
  });

  test.each([
    ["before it holds", "2026-12-01T08:54:59Z", own],
    ["from its pre-queue on", "2026-12-01T08:55:00Z", overridden],
    ["until before its end", "2026-12-01T10:59:59Z", overridden],
    ["at its end", "2026-12-01T11:00:00Z", own],
  ])("an always-on event that last changed %s", (_name, at, expected) => {
    const event = { ...scheduled, kind: "always_on" as const, startAt: null };
    expect(toEventSettings({ ...event, updatedAt: new Date(at) }, ACME)).toMatchObject(expected);
  });

  test.each([
    ["in the pre-queue", "2026-12-01T08:59:59Z", "scheduled", "2026-12-01T09:00:00Z"],
    ["at the start", "2026-12-01T09:00:00Z", "always-on", null],
  ])("the line of an always-on event that last changed %s is", (_name, at, kind, startAt) => {
    const event = { ...scheduled, kind: "always_on" as const, startAt: null };
    expect(toEventSettings({ ...event, updatedAt: new Date(at) }, ACME)).toMatchObject({
      ...{ kind, startAtMs: startAt === null ? null : Date.parse(startAt) },
    });
  });
});

test.each([
  ["stopped", "2026-12-01T09:59:59Z", "stopped"],
  ["stopped", "2026-12-01T10:00:00Z", "ended"],
  ["open", "2026-12-01T10:00:00Z", "open"],
] as const)("an event that is %s and whose run lasted until %s is %s", (status, at, expected) => {
  const event = { ...row, status, endAt: new Date("2026-12-01T10:00:00Z") };
  const run = { endedAt: new Date(at) };
  expect(toEventSettings(event, ACME, null, run).status).toBe(expected);
});

test("a waiting status that no verb writes is an error", () => {
  expect(() =>
    toEventSettings({ ...row, settings: jsonOf({ ...settings, waitingStatusCode: 404 }) }, ACME),
  ).toThrow("404");
});

test("the audit log names each setting that changed, and no other", () => {
  const before = toSettingsInput(row);
  const after = { ...before, lineLimit: 500, allowedHosts: [], startLocal: "2026-12-01T11:00" };
  const { summary, details } = changesForAudit("changed Sale", settingDifferences(before, after));
  expect(summary).toBe(
    "changed Sale: allowed target host removed (*.example.com), start from 2026-12-01 10:00 to 2026-12-01 11:00, line limit from none to 500",
  );
  expect(details.changes[2]).toEqual({
    ...{ field: "lineLimit", label: "Line limit", from: null, to: "500" },
  });
  expect(settingDifferences(before, { ...before })).toEqual([]);
});

test("a row from before protection holds nothing back", () => {
  expect(
    toEventSettings({ ...row, settings: jsonOf({ ...settings, protection: null }) }, ACME)
      .protection,
  ).toBeNull();
});

test("settings are in force when the line and every living process have them", () => {
  const node = (settingsVersion: number) => ({ id: "n", settingsVersion, seenAtMs: 0 });
  const inForce = (line: number, nodesAlive: number, ...nodes: number[]) =>
    inForceOf(7, { settingsVersion: line, nodesAlive, nodes: nodes.map(node) });
  const isInForce = (line: number, ...nodes: number[]) =>
    inForce(line, nodes.length, ...nodes).onAllNodes;
  expect(isInForce(7, 7, 8)).toBe(true);
  expect(isInForce(7, 7, 6)).toBe(false);
  expect(isInForce(6, 7)).toBe(false);
  expect(isInForce(7)).toBe(false);
  expect(inForce(7, 2)).toEqual({ settingsVersion: 7, onAllNodes: true, nodes: 2 });
  expect(inForce(7, 2, 6)).toMatchObject({ onAllNodes: false });
  expect(inForceOf(7, null)).toEqual({ settingsVersion: 7, onAllNodes: false, nodes: 0 });
});

test("a message to everybody ends with its run", () => {
  const texts = { en: "We go on at ten", de: "Um zehn geht es weiter" };
  const message = { run: 3, sentAtMs: 1_000, texts };
  expect(toEventSettings({ ...row, message }, ACME).message).toEqual({ texts, sentAtMs: 1_000 });
  expect(toEventSettings({ ...row, message, currentRun: 4 }, ACME).message).toBeNull();
  const aimed = { audience: { kind: "before-opening" }, fromMs: 1_500, untilMs: null } as const;
  const targetedMessage = { ...message, ...aimed, sentAtMs: 2_000 };
  const { run: _, ...published } = targetedMessage;
  const both = toEventSettings({ ...row, message, targetedMessage }, ACME);
  expect([both.message, both.targetedMessage]).toEqual([null, published]);
  const later = { ...message, sentAtMs: 3_000 };
  const replaced = toEventSettings({ ...row, message: later, targetedMessage }, ACME);
  expect([replaced.message?.sentAtMs, replaced.targetedMessage]).toEqual([3_000, undefined]);
});

test("a pause that the version before has changed says what that version says", () => {
  const pauseMessages = { en: "Back soon", de: "Gleich zurück" };
  expect(toEventSettings({ ...row, pauseMessages }, ACME).pauseMessages).toEqual(pauseMessages);
  const changed = { ...row, pauseMessages, pauseMessage: "Back at noon" };
  expect(toEventSettings(changed, ACME).pauseMessages).toBeNull();
  expect(toEventSettings({ ...changed, pauseMessage: null }, ACME).pauseMessages).toBeNull();
});
