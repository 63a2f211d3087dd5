import { expect, test } from "vitest";
import type { Event } from "@/lib/db/generated/client";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { describeChanges } from "./describe-changes";
import { toSettingsInput } from "./event-view";
import { inForceOf } from "./in-force";
import { toEventSettings } from "./to-settings";

const row: Event = {
  id: "evt_1",
  customerId: "cus_1",
  wireId: "spring",
  name: "Spring Sale",
  kind: "scheduled",
  status: "open",
  paused: true,
  pauseMessage: "Back soon",
  startAt: new Date("2026-12-01T09:00:00Z"),
  preQueueMinutes: 15,
  endAt: null,
  timeZone: "Europe/Vienna",
  targetUrl: "https://shop.example.com/",
  allowedHosts: ["*.example.com"],
  inviteOnly: false,
  draw: null,
  absenceMinutes: null,
  admission: null,
  governor: null,
  afterEvent: null,
  schedules: [],
  method: "fifo",
  queueAll: false,
  activeCap: null,
  lanes: structuredClone<object>(SINGLE_LANE) as Event["lanes"],
  outflowPerMinute: 200,
  lineLimit: null,
  queueTokenValiditySeconds: 120,
  sessionMinutes: 20,
  sessionMode: "sliding",
  waitingStatusCode: 503,
  brandName: "Acme",
  brandColour: "#2563eb",
  logo: new TextEncoder().encode("logo"),
  logoContentType: "image/png",
  settingsVersion: 7,
  currentRun: 3,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

test("the line is told everything about an event, under its ids on the wire", () => {
  expect(toEventSettings(row, "acme")).toEqual({
    version: 7,
    customerId: "acme",
    eventId: "spring",
    runId: 3,
    name: "Spring Sale",
    kind: "scheduled",
    status: "open",
    paused: true,
    pauseMessage: "Back soon",
    startAtMs: Date.parse("2026-12-01T09:00:00Z"),
    preQueueMinutes: 15,
    endAtMs: null,
    timeZone: "Europe/Vienna",
    targetUrl: "https://shop.example.com/",
    allowedHosts: ["*.example.com"],
    inviteOnly: false,
    admission: null,
    absenceMinutes: null,
    method: "fifo",
    queueAll: false,
    activeCap: null,
    lanes: SINGLE_LANE,
    draw: null,
    outflowPerMinute: 200,
    lineLimit: null,
    queueTokenValiditySeconds: 120,
    sessionMinutes: 20,
    sessionMode: "sliding",
    waitingStatusCode: 503,
    brand: {
      name: "Acme",
      colour: "#2563eb",
      // SHA-256 of "logo", its first half.
      logo: { hash: "3598ce6f965b2481fe26316c06b30950", contentType: "image/png" },
    },
  });
});

test("an always-on event without a logo says so", () => {
  const settings = toEventSettings(
    { ...row, kind: "always_on", startAt: null, logo: null, logoContentType: null },
    "acme",
  );
  expect(settings).toMatchObject({ kind: "always-on", startAtMs: null, brand: { logo: null } });
});

test("a waiting status that no verb writes is an error", () => {
  expect(() => toEventSettings({ ...row, waitingStatusCode: 404 }, "acme")).toThrow("404");
});

test("the audit log names each setting that changed, and no other", () => {
  const before = toSettingsInput(row);
  const after = { ...before, lineLimit: 500, allowedHosts: [], startLocal: "2026-12-01T11:00" };
  expect(describeChanges(before, after).map((change) => change.sentence)).toEqual([
    "start from 2026-12-01T10:00 to 2026-12-01T11:00",
    "allowed target hosts from *.example.com to none",
    "line limit from none to 500",
  ]);
  expect(describeChanges(before, { ...before })).toEqual([]);
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
