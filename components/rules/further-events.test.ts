import { expect, test } from "vitest";
import { chosenIds, furtherEvents, withChoice } from "./further-events";

const events = Array.from({ length: 40 }, (_, at) => ({
  ...{ eventId: `event${at}`, name: at === 7 ? "Spring Sale" : `Event ${at}`, lanes: [] },
}));
const find = (given: Partial<{ value: string; ownEventId: string; search: string }>) =>
  furtherEvents(events, { value: "", ownEventId: "event0", search: "", ...given });

test("the rule's own event is not offered, and what is left over is counted", () => {
  const { shown, more } = find({});
  expect(shown.map(({ eventId }) => eventId).slice(0, 2)).toEqual(["event1", "event2"]);
  expect(shown.length + more).toBe(39);
});

test("an event is found by a part of its name or of its id", () => {
  expect(find({ search: " spring" }).shown.map(({ eventId }) => eventId)).toEqual(["event7"]);
  expect(find({ search: "event39" }).shown.map(({ name }) => name)).toEqual(["Event 39"]);
});

test("what is chosen stands first whatever is searched, also where there is no such event", () => {
  const { shown } = find({ value: "gone\nevent7", search: "event39" });
  expect(shown).toEqual([
    { eventId: "gone", name: "gone", isChosen: true, isKnown: false },
    { eventId: "event7", name: "Spring Sale", isChosen: true, isKnown: true },
    { eventId: "event39", name: "Event 39", isChosen: false, isKnown: true },
  ]);
});

test("choosing keeps all others, unknown ones too", () => {
  expect(withChoice("gone\nevent7", "event3", true)).toBe("gone\nevent7\nevent3");
  expect(withChoice("gone\nevent7", "event7", false)).toBe("gone");
  expect(withChoice("event7", "event7", true)).toBe("event7");
  expect(chosenIds(" a \n\na\nb")).toEqual(["a", "b"]);
});
