import { expect, test } from "vitest";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { comingDays, comingTimes } from "./coming-days";

const MONDAY_NOON = Date.parse("2026-11-23T12:00Z");

const weekly: Schedule = {
  id: "w",
  name: "Drop",
  timing: {
    kind: "once",
    startLocal: "2026-11-25T23:00",
    endLocal: "2026-11-26T02:00",
    timeZone: "Europe/Berlin",
  },
  preQueueMinutes: 0,
  overrides: {},
};

const event: Parameters<typeof comingTimes>[0] = {
  ...{ name: "Sale", startAt: null, endAt: null, schedules: [weekly] },
  ...{ kind: "scheduled", status: "open", occurrence: null },
};

test("five weeks begin with this Monday, and today is marked in the event's zone", () => {
  const days = comingDays([], "UTC", MONDAY_NOON);
  expect(days).toHaveLength(35);
  expect([days[0]?.date, days[34]?.date]).toEqual(["2026-11-23", "2026-12-27"]);
  expect(days.filter(({ isToday }) => isToday).map(({ date }) => date)).toEqual(["2026-11-23"]);
  const late = Date.parse("2026-11-29T20:00Z");
  expect(comingDays([], "Pacific/Auckland", late)[0]).toMatchObject({
    date: "2026-11-30",
    isToday: true,
  });
});

test("a time that goes over midnight stands on both days of its zone", () => {
  const times = comingTimes(event, MONDAY_NOON);
  const on = (zone: string) =>
    comingDays(times, zone, MONDAY_NOON).flatMap(({ date, times: here }) =>
      here.length > 0 ? [date] : [],
    );
  expect(on("Europe/Berlin")).toEqual(["2026-11-25", "2026-11-26"]);
  expect(on("America/New_York")).toEqual(["2026-11-25"]);
});

test("the event's own time is there until it is over, and once where a schedule set it", () => {
  const own = { startAt: "2026-11-24T09:00:00Z", endAt: "2026-11-24T10:00:00Z" };
  expect(comingTimes({ ...event, ...own }, MONDAY_NOON).map(({ name }) => name)).toEqual([
    "Sale",
    "Drop",
  ]);
  expect(comingTimes({ ...event, ...own }, Date.parse(own.endAt))).toHaveLength(1);
  const same = { startAt: "2026-11-25T22:00:00Z", endAt: "2026-11-26T01:00:00Z" };
  expect(comingTimes({ ...event, ...same }, MONDAY_NOON).map(({ name }) => name)).toEqual(["Drop"]);
});

test("the occurrence that somebody stopped is not to come any more", () => {
  const times = { startAtMs: Date.parse("2026-11-25T22:00:00Z"), endAtMs: 0 };
  const stopped = { ...event, status: "stopped", startAt: "2026-11-25T22:00:00Z" } as const;
  const occurrence = { schedule: weekly, ...times };
  expect(comingTimes({ ...stopped, occurrence }, MONDAY_NOON)).toEqual([]);
});
