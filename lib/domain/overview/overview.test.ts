import { expect, test } from "vitest";
import { type EventRow, type ListedLine, listedEvent } from "./overview";

const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

const row: EventRow = {
  eventId: "sale",
  name: "Sale",
  status: "open",
  isTest: false,
  paused: false,
  letThrough: false,
  softBlock: false,
  settings: {
    status: "open",
    method: "fifo",
    kind: "always-on",
    queueAll: false,
    startAtMs: null,
    endAtMs: null,
    preQueueMinutes: 0,
    draw: null,
    outflowPerMinute: 600,
  },
  settingsVersion: 3,
  createdAtMs: NOW_MS - 100 * MINUTE_MS,
  updatedAtMs: NOW_MS - 50 * MINUTE_MS,
  nextAtMs: null,
  series: [null, 0, 40, null, null],
};

const line: ListedLine = {
  lineTimeMs: NOW_MS,
  notedMs: NOW_MS - 500,
  settingsVersion: 3,
  waiting: 599,
  admitted: 240,
  measured: `${NOW_MS / 5_000}:55`,
  outflowPerMinute: 600,
  governedOutflow: null,
  stock: null,
  grants: null,
  holdUntilMs: 0,
  clockJumpMs: null,
  drawOpensAtMs: 0,
};

test("an open event has its phase, who waits, how long it takes, and the last hour until now", () => {
  expect(listedEvent(row, line, NOW_MS)).toMatchObject({
    phase: "queueing",
    waiting: 599,
    admitted: 240,
    admittedPerMinute: 60,
    waitSeconds: { low: expect.closeTo(37.7, 1), high: expect.closeTo(61.7, 1) },
    series: [null, 0, 40, 599, 599],
    problems: [],
  });
  expect(listedEvent(row, { ...line, waiting: 0 }, NOW_MS)).toMatchObject({ phase: "dormant" });
});

test("admissions a minute are those of the last minute, and none where nobody was let in since", () => {
  const perMinute = (measured: string) =>
    listedEvent(row, { ...line, measured }, NOW_MS).admittedPerMinute;
  expect(perMinute(`${NOW_MS / 5_000 - 1}:110`)).toBe(120);
  expect(perMinute(`${NOW_MS / 5_000 - 11}:110`)).toBe(0);
  expect(perMinute("")).toBe(0);
  expect(listedEvent(row, null, NOW_MS)).toMatchObject({ admitted: null, admittedPerMinute: null });
});

test.each<[string, Partial<EventRow>, Partial<ListedLine> | null]>([
  ["stale", {}, { notedMs: NOW_MS - 31_000 }],
  ["stale", {}, { notedMs: NOW_MS - 121_000, waiting: 0 }],
  ["recovering", {}, { holdUntilMs: NOW_MS + 1 }],
  ["recovering", {}, { clockJumpMs: 9 }],
  ["soft-block", { softBlock: true }, {}],
  ["governed", {}, { governedOutflow: 300, outflowPerMinute: 300 }],
  ["behind", {}, { settingsVersion: 2 }],
  ["sold-out", {}, { stock: 0 }],
  ["paused", { paused: true }, {}],
  ["line-lost", {}, null],
])("says what is wrong: %s", (problem, ofRow, ofLine) => {
  const seen = ofLine === null ? null : { ...line, ...ofLine };
  expect(listedEvent({ ...row, ...ofRow }, seen, NOW_MS).problems).toEqual([problem]);
  const closed = { ...row, ...ofRow, status: "stopped" } as const;
  expect(listedEvent(closed, null, NOW_MS).problems).toEqual([]);
});

test("a line stands still later where nobody waits: the worker moves it on less often", () => {
  const problemsAt = (agoMs: number, waiting: number) =>
    listedEvent(row, { ...line, notedMs: NOW_MS - agoMs, waiting }, NOW_MS).problems;
  expect(problemsAt(20_000, 5)).toEqual([]);
  expect(problemsAt(75_000, 0)).toEqual([]);
});

test("what was changed a moment ago is on its way, and nothing is wrong with it", () => {
  const fresh = { ...row, updatedAtMs: NOW_MS - 2_000 };
  expect(listedEvent(fresh, null, NOW_MS).problems).toEqual([]);
  expect(listedEvent(fresh, { ...line, settingsVersion: 2 }, NOW_MS).problems).toEqual([]);
});

test("nobody has an expected wait while nobody is let in", () => {
  expect(listedEvent({ ...row, paused: true }, line, NOW_MS).waitSeconds).toBeNull();
  expect(listedEvent(row, { ...line, outflowPerMinute: 0 }, NOW_MS).waitSeconds).toBeNull();
  for (const out of [{ stock: 0 }, { grants: 0 }, { grants: 599 }])
    expect(listedEvent(row, { ...line, ...out }, NOW_MS).waitSeconds).toBeNull();
  expect(listedEvent(row, { ...line, stock: 600 }, NOW_MS).waitSeconds).not.toBeNull();
});

test("next is the start that is to come, or when a stopped event opens again", () => {
  const startAtMs = NOW_MS + MINUTE_MS;
  const settings = { ...row.settings, kind: "scheduled", startAtMs } as const;
  const coming = new Date(startAtMs).toISOString();
  expect(listedEvent({ ...row, settings }, line, NOW_MS).nextAt).toBe(coming);
  const started = { ...line, lineTimeMs: startAtMs };
  expect(listedEvent({ ...row, settings }, started, NOW_MS).nextAt).toBeNull();
  const stopped = { ...row, settings, status: "stopped", nextAtMs: startAtMs + 5 } as const;
  expect(listedEvent(stopped, null, NOW_MS).nextAt).toBe(new Date(startAtMs + 5).toISOString());
});

test("an event that nobody has started says that it won't open, beside the time that it promises", () => {
  const scheduled = (startAtMs: number | null) =>
    ({
      ...{ ...row, status: "draft" },
      settings: { ...row.settings, status: "draft", kind: "scheduled", startAtMs },
    }) as const satisfies EventRow;
  const listed = (startAtMs: number | null) => {
    const { nextAt, problems } = listedEvent(scheduled(startAtMs), null, NOW_MS);
    return { nextAt, problems };
  };
  const soonMs = NOW_MS + MINUTE_MS;
  expect(listed(soonMs)).toEqual({ nextAt: new Date(soonMs).toISOString(), problems: ["unarmed"] });
  expect(listed(NOW_MS - MINUTE_MS)).toEqual({ nextAt: null, problems: ["unarmed"] });
  expect(listed(null)).toEqual({ nextAt: null, problems: [] });
});
