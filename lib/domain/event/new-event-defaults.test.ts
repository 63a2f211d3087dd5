import { expect, test } from "vitest";
import { LEVELS, levelOf } from "@/lib/domain/protection/levels";
import { CALM } from "@/lib/domain/protection/protection";
import {
  NEW_EVENT_DEFAULTS,
  newEventDefaultsSchema,
  settingsByDefault,
} from "./new-event-defaults";
import { SETTING_DEFAULTS } from "./settings/table";

test("without a choice of the customer a new event is as every event", () => {
  expect(newEventDefaultsSchema.parse(NEW_EVENT_DEFAULTS)).toEqual(NEW_EVENT_DEFAULTS);
  const settings = settingsByDefault(NEW_EVENT_DEFAULTS);
  expect({ ...SETTING_DEFAULTS, ...settings }).toEqual(SETTING_DEFAULTS);
});

test.each(LEVELS)("the level %s is that of its new events", (level) => {
  const { protection } = settingsByDefault({ ...NEW_EVENT_DEFAULTS, level });
  expect(levelOf(protection ?? CALM)).toBe(level);
});

test.each([
  { outflowPerMinute: 0 },
  { outflowPerMinute: 1_000_001 },
  { level: "none" },
  { language: "xx" },
  { theme: "" },
  { protection: null },
])("%j is refused", (given) => {
  expect(newEventDefaultsSchema.safeParse({ ...NEW_EVENT_DEFAULTS, ...given }).success).toBe(false);
});
