import { expect, test } from "vitest";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { outflowAhead } from "./outflow-ahead";

const NOW = Date.UTC(2026, 10, 28, 10);
const HOUR = 3_600_000;

function schedule(id: string, from: number, to: number, outflowPerMinute?: number): Schedule {
  const local = (hour: number) => `2026-11-28T${String(hour).padStart(2, "0")}:00`;
  return {
    id,
    name: id,
    timing: { kind: "once", startLocal: local(from), endLocal: local(to), timeZone: "UTC" },
    preQueueMinutes: 0,
    overrides: outflowPerMinute === undefined ? {} : { outflowPerMinute },
  };
}

const EVENT = { kind: "always-on", startAtMs: null, schedules: [], outflowPerMinute: 100 } as const;

test("without schedules what is in force stays in force, also what a governor leaves of it", () => {
  expect(outflowAhead(EVENT, 40, NOW)).toEqual([{ fromMs: NOW, perMinute: 40 }]);
});

test("a schedule that holds ends, and others come, with their outflow or the event's own", () => {
  const schedules = [
    schedule("now", 9, 12, 500),
    schedule("b", 14, 15, 300),
    schedule("c", 16, 17),
  ];
  expect(outflowAhead({ ...EVENT, schedules }, 500, NOW)).toEqual([
    { fromMs: NOW, perMinute: 500 },
    { fromMs: NOW + 2 * HOUR, perMinute: 100 },
    { fromMs: NOW + 4 * HOUR, perMinute: 300 },
    { fromMs: NOW + 5 * HOUR, perMinute: 100 },
    { fromMs: NOW + 6 * HOUR, perMinute: 100 },
    { fromMs: NOW + 7 * HOUR, perMinute: 100 },
  ]);
});

test("a scheduled event lets nobody in before its start, and keeps its outflow afterwards", () => {
  const event = {
    ...EVENT,
    kind: "scheduled",
    schedules: [schedule("later", 14, 15, 300)],
  } as const;
  expect(outflowAhead({ ...event, startAtMs: NOW + HOUR }, 100, NOW)).toEqual([
    { fromMs: NOW, perMinute: 0 },
    { fromMs: NOW + HOUR, perMinute: 100 },
  ]);
  expect(outflowAhead({ ...event, startAtMs: NOW - HOUR }, 100, NOW)).toHaveLength(1);
});
