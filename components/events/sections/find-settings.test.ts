import { expect, test } from "vitest";
import { SECTION_IDS, SECTION_SETTINGS } from "@/lib/domain/event/sections";
import { eventSettingsInput } from "@/lib/services/event/schemas";
import { findSettings, hrefOfSetting } from "./find-settings";
import { SECTIONS } from "./registry";

const labelsOf = (query: string) =>
  findSettings(query).map(({ section, entry }) => `${section.id}: ${entry?.label ?? ""}`);

test("every setting of an event stands in one section, where the search finds it", () => {
  const settings = Object.keys(eventSettingsInput.shape).sort();
  expect(SECTION_IDS.flatMap((id): readonly string[] => SECTION_SETTINGS[id]).sort()).toEqual(
    settings,
  );
  for (const section of SECTIONS) {
    const named = section.settings.flatMap(({ setting }) => (setting === null ? [] : [setting]));
    expect(named.toSorted()).toEqual([...SECTION_SETTINGS[section.id]].toSorted());
    for (const { label } of section.settings) {
      expect(labelsOf(label)).toContain(`${section.id}: ${label}`);
    }
  }
  expect(SECTIONS.map(({ id }) => id)).toEqual(SECTION_IDS);
});

test("a search takes other words for a setting, and puts what is called that first", () => {
  expect(labelsOf("captcha")).toEqual(["limits: Hold bots back"]);
  expect(labelsOf("iFRAME")).toEqual(["access: Sites that may frame the waiting page"]);
  expect(labelsOf("line limit")[0]).toBe("admission: Line limit");
  expect(labelsOf("no such thing")).toEqual([]);
  expect(labelsOf("  ")).toEqual([]);
});

test("a setting is found by the address of its section and the name of its field", () => {
  const [found] = findSettings("governor");
  expect(found === undefined ? null : hrefOfSetting("sale", found)).toBe(
    "/events/sale/settings/admission#healthUrl",
  );
});
