import { expect, test } from "vitest";
import * as keys from "./keys";

const EVENT = { customerId: "shop", eventId: "sale", incarnation: null };
const OTHER = { ...EVENT, incarnation: "aB3_x9-Q00zz" };

/** Keys that belong to no event: of the installation, or of a customer by its id. */
const OF_NO_EVENT: Readonly<Record<string, readonly unknown[] | null>> = {
  apiKeyUsesKey: ["shop"],
  publishedKey: ["shop"],
  publishedListsKey: ["shop"],
  publishedReportsKey: ["shop"],
  statusPageKey: ["shop"],
  apiRequestsKey: ["shop", "all:read", 29_404_000],
  pullKeys: ["shop"],
  sumKeys: ["shop"],
};

/** What a function of this module builds: one key, or several. */
function builtBy(build: unknown, ...given: readonly unknown[]): string[] {
  if (typeof build !== "function") throw new Error("This is no function.");
  const built: unknown = Reflect.apply(build, undefined, given);
  const all = typeof built === "string" ? [built] : Object.values(Object(built));
  return all.map(String);
}

const ofEvents = Object.entries(keys).filter(
  ([name, build]) => typeof build === "function" && !(name in OF_NO_EVENT),
);

/** What it takes beside the event: a run's number, or the name of a key. */
const givenTo = (name: string) => (name === "eventKey" ? "line" : 1);

test("one key is made as it is among all", () => {
  const all = Object.entries(keys.eventKeys(OTHER));
  for (const [name, key] of all)
    expect(Reflect.apply(keys.eventKey, null, [OTHER, name])).toBe(key);
});

test("each key of an event is another one for another incarnation", () => {
  const names = ofEvents.map(([name]) => name).sort();
  // Whatever is added here names its event by a whole `EventRef`.
  expect(names).toEqual([
    "eventKey",
    "eventKeys",
    "eventTag",
    "guessKeys",
    "noticeKeys",
    "publishedDrawKey",
    "reportKeys",
  ]);
  for (const [name, build] of ofEvents) {
    const before = builtBy(build, EVENT, givenTo(name));
    const after = builtBy(build, OTHER, givenTo(name));
    expect(before.length).toBe(after.length);
    expect(
      after.filter((key) => before.includes(key) || !key.includes(OTHER.incarnation)),
      name,
    ).toEqual([]);
  }
});

test("all keys of an event lie in one slot, and those of before are named as they were", () => {
  for (const [name, build] of ofEvents) {
    for (const key of builtBy(build, OTHER, givenTo(name)))
      expect(/\{([^}]*)\}/.exec(key)?.[1]).toBe(`shop:sale:${OTHER.incarnation}`);
    for (const key of builtBy(build, EVENT, givenTo(name)))
      expect(key).toMatch(/^wr:\{shop:sale\}/);
  }
});
