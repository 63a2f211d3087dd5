import { describe, expect, test } from "vitest";
import type { RehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import { type Filled, filledFor, followEvent } from "./follow-event";
import { newWhatIf, type VariantValues, type WhatIfValues } from "./what-if-values";

const openedAt = "2026-07-01T19:00:00.000Z";

const CONCERT: RehearsalEvent = {
  eventId: "concert",
  name: "Concert",
  outflowPerMinute: 600,
  order: "fifo",
  opensAfterMinutes: 0,
  activeCap: null,
  seatMinutes: 23,
  notPlayed: [],
  runs: [
    { number: 7, openedAt },
    { number: 6, openedAt },
  ],
};

/** Differs in all that a form begins with. */
const MUSEUM: RehearsalEvent = {
  eventId: "museum",
  name: "Museum",
  outflowPerMinute: 120,
  order: "draw",
  opensAfterMinutes: 30,
  activeCap: 800,
  seatMinutes: 13,
  notPlayed: ["lanes"],
  runs: [{ number: 2, openedAt }],
};

type Typing = (values: WhatIfValues) => WhatIfValues;

/** Somebody types or chooses something. */
const type = (filled: Filled, typing: Typing): Filled => ({
  ...filled,
  values: typing(filled.values),
});
const of =
  (set: Partial<WhatIfValues>): Typing =>
  (values) => ({ ...values, ...set });
const ofPlan =
  (set: Partial<VariantValues>): Typing =>
  (values) => ({ ...values, plan: { ...values.plan, ...set } });
const ofChange =
  (set: Partial<VariantValues>): Typing =>
  (values) => ({ ...values, change: { ...values.change, ...set } });
const ofArrivals =
  (set: Partial<WhatIfValues["arrivals"]>): Typing =>
  (values) => ({ ...values, arrivals: { ...values.arrivals, ...set } });
const ofSite =
  (set: Partial<VariantValues["site"]>): Typing =>
  (values) =>
    ofPlan({ site: { ...values.plan.site, ...set } })(values);

const STEPS = [
  { fromMinute: 0, perMinute: 600 },
  { fromMinute: 9, perMinute: 5 },
];

describe("a what-if for another event", () => {
  test("is that event's in all that nobody has touched, back and forth", () => {
    const concert = filledFor(CONCERT);
    const museum = followEvent(concert, MUSEUM);
    expect(museum).toEqual(filledFor(MUSEUM));
    expect(museum.values.plan).toMatchObject({
      order: "draw",
      outflow: [{ fromMinute: 0, perMinute: 120 }],
      opensAfterMinutes: 30,
      site: { people: 800, minutes: 13 },
    });
    expect(followEvent(museum, CONCERT)).toEqual(concert);
    expect(followEvent(museum, undefined)).toEqual(filledFor(undefined));
  });

  test.each<[string, Typing]>([
    ["the name", of({ name: "Mine" })],
    ["the peak", ofArrivals({ peakPerMinute: 77 })],
    ["the outflow with its steps", ofPlan({ outflow: STEPS })],
    ["the order", ofPlan({ order: "random" })],
    ["the opening", ofPlan({ opensAfterMinutes: 4 })],
    ["the cap", ofSite({ people: 40 })],
    ["the length of a visit", ofSite({ minutes: 3 })],
    ["the outflow of the change", ofChange({ outflow: STEPS })],
    ["the order of the change", ofChange({ order: "random" })],
    ["a field that somebody emptied", ofPlan({ opensAfterMinutes: null })],
    ["what no event has: the shape", ofArrivals({ shape: "bell" })],
    ["… the uncertainty", of({ uncertaintyPercent: 33 })],
    ["… the no-shows", ofPlan({ noShowPercent: 12 })],
    ["… whether a change is played", of({ hasChange: true })],
  ])("keeps %s as somebody has set it, and nothing else", (_, typing) => {
    const { values } = followEvent(type(filledFor(CONCERT), typing), MUSEUM);
    expect(values).toEqual(typing(newWhatIf(MUSEUM)));
  });

  test("keeps what was touched also after an event that begins with the same", () => {
    const outflow = [{ fromMinute: 0, perMinute: 120 }];
    const museum = followEvent(type(filledFor(CONCERT), ofPlan({ outflow })), MUSEUM);
    expect(museum.values.plan.outflow).toEqual(filledFor(MUSEUM).values.plan.outflow);
    expect(followEvent(museum, CONCERT).values.plan.outflow).toEqual(outflow);
  });

  test("follows again where somebody took back what they had typed", () => {
    const typed = type(filledFor(CONCERT), ofPlan({ order: "random" }));
    const back = type(typed, ofPlan({ order: "fifo" }));
    expect(followEvent(back, MUSEUM).values.plan.order).toBe("draw");
  });

  test("has the newest of that event's runs, and none where none is recorded", () => {
    const older = type(filledFor(CONCERT), ofArrivals({ kind: "run", run: "6" }));
    const museum = followEvent(older, MUSEUM);
    expect(museum.values.arrivals).toMatchObject({ kind: "run", run: "2" });
    const { values } = followEvent(museum, { ...CONCERT, runs: [] });
    expect(values.arrivals).toMatchObject({ kind: "run", run: "" });
  });
});
