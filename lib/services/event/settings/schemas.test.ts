import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allowedHostProblem, targetUrlProblem } from "@/lib/domain/event/settings/hosts";
import { SETTING_DEFAULTS } from "@/lib/domain/event/settings/table";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { CALM, UNPROTECTED } from "@/lib/domain/protection/protection";
import { createEventInput, eventSettingsInput, updateEventInput } from "./schemas";

const event = {
  eventId: "spring",
  name: "Spring Sale",
  kind: "always-on",
  targetUrl: "https://shop.example.com/",
} as const;

const scheduled = { kind: "scheduled", startLocal: "2030-12-01T10:00" } as const;

/** What a new event with these settings is, as `createEvent` checks it. */
const newEvent = createEventInput.transform(({ eventId: _, ...given }, issues) => {
  const settings = { ...SETTING_DEFAULTS, brandName: "Acme", ...given };
  const result = eventSettingsInput.safeParse(settings);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues)
    issues.addIssue({ code: "custom", path, message });
  return z.NEVER;
});

const fieldsRefused = (changes: object) => {
  const result = newEvent.safeParse({ ...event, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join("."));
};

const LOTTERY = {
  ...{ share: { type: "percentage", percent: 30 }, holdSeconds: 60 },
  identity: { by: "browser" },
};
const PRE_QUEUED = {
  ...{ id: "drop", name: "Drop", preQueueMinutes: 5, overrides: {} },
  timing: {
    ...{ kind: "once", timeZone: "UTC" },
    ...{ startLocal: "2099-01-01T10:00", endLocal: "2099-01-01T11:00" },
  },
};
const BY_PARAMETER = { by: "parameter", name: "member" };
const BESIDE_LINE = { ...LOTTERY, lane: "fast" };
const FAST_LANE = {
  lanes: {
    ...SINGLE_LANE,
    lanes: [
      { key: "fast", name: "Fast" },
      { key: "main", name: "Main" },
    ],
  },
};

test("a scheduled event has a lottery beside its line", () => {
  expect(fieldsRefused({ ...scheduled, ...FAST_LANE, admission: BESIDE_LINE })).toEqual([]);
});

test("what is left out gets the defaults", () => {
  const { eventId: _, ...given } = event;
  expect(newEvent.parse(event)).toEqual({
    ...given,
    brandName: "Acme",
    startLocal: null,
    endLocal: null,
    timeZone: "UTC",
    schedules: [],
    afterEvent: null,
    preQueueMinutes: 15,
    allowedHosts: [],
    apiOrigins: [],
    frameOrigins: [],
    inviteOnly: false,
    admission: null,
    absenceMinutes: null,
    method: "fifo",
    queueAll: false,
    outflowPerMinute: 600,
    safetyNetPerMinute: null,
    safetyNetActive: null,
    activeCap: null,
    unitsPerAdmission: 1,
    theme: null,
    governor: null,
    lanes: SINGLE_LANE,
    draw: null,
    onStatusPage: true,
    notices: { mail: false, push: false },
    lineLimit: null,
    queueTokenValiditySeconds: 120,
    bindsToAddress: false,
    sessionMinutes: 20,
    sessionMode: "sliding",
    cloudflareJson: false,
    cloudflareRoom: null,
    turn: null,
    protection: CALM,
    waitingStatusCode: 200,
    language: "en",
    brandColour: "#2563eb",
  });
});

test("a part of the protection that is left out is off", () => {
  const { challenge } = CALM;
  const { protection } = createEventInput.parse({ ...event, protection: { challenge } });
  expect(protection).toEqual({ ...UNPROTECTED, challenge });
  expect(createEventInput.parse({ ...event, protection: null }).protection).toBeNull();
  const captcha = { ...challenge, kind: "captcha" };
  expect(fieldsRefused({ protection: { challenge: captcha } })).toEqual([
    "protection.challenge.provider",
  ]);
});

test("a change holds only the fields that were given", () => {
  const change = { eventId: "spring", outflowPerMinute: 10 };
  expect(updateEventInput.parse(change)).toEqual({ ...change, confirmed: [] });
});

describe("each field refuses what it cannot be", () => {
  test.each([
    [{ eventId: "ab" }, "eventId"],
    [{ eventId: "Spring" }, "eventId"],
    [{ eventId: "a".repeat(21) }, "eventId"],
    [{ name: "  " }, "name"],
    [{ name: "line\nbreak" }, "name"],
    [{ name: "null\u0000byte" }, "name"],
    [{ name: "half \ud83d" }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ kind: "weekly" }, "kind"],
    [{ targetUrl: "javascript:alert(1)" }, "targetUrl"],
    [{ targetUrl: "/tickets" }, "targetUrl"],
    [{ outflowPerMinute: 0 }, "outflowPerMinute"],
    [{ outflowPerMinute: 1_000_001 }, "outflowPerMinute"],
    [{ outflowPerMinute: 1.5 }, "outflowPerMinute"],
    [{ outflowPerMinute: Number.NaN }, "outflowPerMinute"],
    [{ safetyNetPerMinute: 1_000_001 }, "safetyNetPerMinute"],
    [{ safetyNetPerMinute: 599 }, "safetyNetPerMinute"],
    [{ safetyNetActive: 0 }, "safetyNetActive"],
    [{ safetyNetActive: 31, activeCap: 30 }, "safetyNetActive"],
    [{ ...scheduled, safetyNetPerMinute: 900 }, "safetyNetPerMinute"],
    [{ ...scheduled, safetyNetActive: 9 }, "safetyNetActive"],
    [{ ...scheduled, admission: LOTTERY }, "admission.kind"],
    [{ admission: LOTTERY, schedules: [PRE_QUEUED] }, "admission.kind"],
    [{ admission: { ...LOTTERY, lane: "fast" } }, "admission.lane"],
    [{ admission: { ...LOTTERY, lane: "main" } }, "admission.lane"],
    [{ ...FAST_LANE, admission: { ...BESIDE_LINE, identity: BY_PARAMETER } }, "admission.lane"],
    [{ lineLimit: 0 }, "lineLimit"],
    [{ queueTokenValiditySeconds: 9 }, "queueTokenValiditySeconds"],
    [{ sessionMinutes: 0 }, "sessionMinutes"],
    [{ unitsPerAdmission: 0 }, "unitsPerAdmission"],
    [{ unitsPerAdmission: 1_001 }, "unitsPerAdmission"],
    [{ sessionMode: "forever" }, "sessionMode"],
    [{ turn: { confirm: "always", seconds: 9 } }, "turn.seconds"],
    [{ turn: { confirm: "never", seconds: 60 } }, "turn.confirm"],
    [{ waitingStatusCode: 404 }, "waitingStatusCode"],
    [{ brandName: "" }, "brandName"],
    [{ brandColour: "red" }, "brandColour"],
    [{ brandColour: "#12345" }, "brandColour"],
    [{ preQueueMinutes: -1 }, "preQueueMinutes"],
    [{ allowedHosts: ["shop.example.com", "https://x"] }, "allowedHosts.1"],
    [{ apiOrigins: ["https://app.example.com", "http://app.example.com"] }, "apiOrigins.1"],
    [{ frameOrigins: ["https://shop.example.com/tickets"] }, "frameOrigins.0"],
    [{ startLocal: "2026-12-01T10:00" }, "startLocal"],
    [{ kind: "scheduled" }, "startLocal"],
    [{ unknown: 1 }, ""],
  ])("%j", (changes, field) => {
    expect(fieldsRefused(changes)).toEqual([field]);
  });
});

test("allowed hosts are in lower case and without repetition", () => {
  const allowedHosts = ["Shop.Example.com", "shop.example.com", "*.example.com", "a.test:8443"];
  expect(createEventInput.parse({ ...event, allowedHosts }).allowedHosts).toEqual([
    "shop.example.com",
    "*.example.com",
    "a.test:8443",
  ]);
});

describe("patterns of allowed hosts", () => {
  test.each([
    "localhost",
    "a.b",
    "shop.localhost:3002",
    "*.example.com",
    "*.localhost",
    "1.2.3.4:80",
    "xn--bcher-kva.example",
  ])("%s is fine", (pattern) => expect(allowedHostProblem(pattern)).toBeNull());
  test.each([
    "",
    "*",
    "*.com",
    "*.*.com",
    "a..b",
    "-a.com",
    "a-.com",
    "a_b.com",
    "a.com/",
    "a.com:",
    "a.com:0",
    "a.com:65536",
    "*.a.com:80",
    "https://a.com",
    "a b.com",
    "user@a.com",
    "bücher.example",
    `${"a".repeat(64)}.com`,
  ])("%j is refused", (pattern) => expect(allowedHostProblem(pattern)).not.toBeNull());
});

describe("target URLs", () => {
  test.each([
    "https://shop.example.com/",
    "http://shop.localhost:3002/tickets?a=b#c",
    "HTTPS://SHOP.EXAMPLE",
  ])("%s is fine", (url) => expect(targetUrlProblem(url)).toBeNull());
  test.each([
    "",
    "shop.example.com",
    "//shop.example.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://a.com",
    "https://user:pass@a.com/",
    "https://user@a.com/",
    "https://",
  ])("%j is refused", (url) => expect(targetUrlProblem(url)).not.toBeNull());
});
