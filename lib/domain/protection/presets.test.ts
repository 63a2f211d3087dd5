import { expect, test } from "vitest";
import { PRESETS } from "./presets";
import { CALM } from "./protection";
import { protectionSchema } from "./protection-schema";

test.each(PRESETS)("the preset $key is what the form and the API take", ({ protection }) => {
  const whole = { ...CALM, ...protection };
  expect(protectionSchema.parse(whole)).toEqual(whole);
});

test("nobody gets into the false queue by a preset", () => {
  const actions = PRESETS.flatMap(({ protection }) =>
    protection.rules.rules.map(({ action }) => action.type),
  );
  expect(actions).not.toContain("false-queue");
});

test("each preset takes fewer joins of an address than the one before", () => {
  const counts = PRESETS.map(({ protection }) => protection.limits.address.perRun);
  expect(counts).toEqual([...counts].sort((one, other) => other - one));
  expect(new Set(counts).size).toBe(PRESETS.length);
});
