import { describe, expect, test } from "vitest";
import { newEventValues } from "@/components/events/event-form-values";
import {
  differingSettings,
  pickSection,
  resolved,
  settingsOf,
  withDefault,
} from "./section-values";

describe("two people who change a section at once", () => {
  const seen = { outflowPerMinute: 60, queueAll: false, lineLimit: null };

  test("keep both changes where they are of different settings", () => {
    const mine = { ...seen, outflowPerMinute: 120 };
    const theirs = { ...seen, lineLimit: 500 };
    expect(resolved({ seen, mine, theirs }, {})).toEqual({ ...mine, lineLimit: 500 });
  });

  test.each([
    ["mine", 120],
    ["theirs", 90],
  ] as const)("have the one that was chosen where both changed it: %s", (choice, outflow) => {
    const mine = { ...seen, outflowPerMinute: 120 };
    const theirs = { ...seen, outflowPerMinute: 90, queueAll: true };
    expect(resolved({ seen, mine, theirs }, { outflowPerMinute: choice })).toEqual({
      ...{ outflowPerMinute: outflow, queueAll: true, lineLimit: null },
    });
  });

  test("lose nothing that only one of them touched, whatever was chosen for the rest", () => {
    const mine = { ...seen, queueAll: true };
    expect(resolved({ seen, mine, theirs: seen }, {})).toEqual(mine);
  });
});

test("a section has its settings and no others", () => {
  const all = { outflowPerMinute: 60, name: "Spring" };
  const [admission, general] = [pickSection("admission", all), pickSection("general", all)];
  expect(Object.keys({ ...admission, ...general }).toSorted()).toEqual([
    "name",
    "outflowPerMinute",
  ]);
  expect(admission).not.toHaveProperty("name");
});

test("what is not as in a new event of the customer is named, and can be put back", () => {
  const newEvent = { brandName: "Shop", outflowPerMinute: 90 };
  const values = newEventValues(newEvent);
  expect(differingSettings("admission", values, newEvent)).toEqual([]);
  const changed = { ...values, outflowPerMinute: 77 };
  expect(differingSettings("admission", changed, newEvent)).toEqual(["outflowPerMinute"]);
  expect(withDefault(changed, "outflowPerMinute", newEvent)).toEqual(values);
});

test("an emptied number is sent as none that the service takes", () => {
  const emptied = { ...newEventValues({ brandName: "Shop" }), outflowPerMinute: null };
  expect(settingsOf("admission", emptied)).toHaveProperty("outflowPerMinute", Number.NaN);
});
