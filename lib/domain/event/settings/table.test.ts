import { expect, test } from "vitest";
import { declaredOnce } from "./declared-once";
import { flag, limit } from "./kinds";
import { setting } from "./setting";
import { SECTION_IDS, SETTING_DEFAULTS, SETTING_NAMES, sectionOf, settingsIn } from "./table";

const entry = { label: "Sound", words: "bell" };

test("a setting that two sections declare does not compile, and throws", () => {
  const sound = setting(flag, entry);
  expect(declaredOnce({ page: { sound }, access: {} })).toEqual({ sound });
  // @ts-expect-error: declared twice.
  expect(() => declaredOnce({ page: { sound }, access: { sound } })).toThrow("sound");
});

test("a default that is not of the setting's kind does not compile", () => {
  // @ts-expect-error: a flag is no number.
  setting(flag, { ...entry, default: 1 });
  expect(setting(limit(1, 5), { ...entry, default: null }).default).toBeNull();
});

test("every setting stands in its section, also by a path within it", () => {
  expect(SECTION_IDS.flatMap(settingsIn)).toEqual(SETTING_NAMES);
  expect(sectionOf("lanes.mode")).toBe("order");
  expect(sectionOf("eventId")).toBeNull();
});

test("only what each event has to say for itself has no default", () => {
  const said = SETTING_NAMES.filter((name) => !Object.hasOwn(SETTING_DEFAULTS, name));
  expect(said).toEqual(["name", "targetUrl", "kind", "brandName"]);
});
