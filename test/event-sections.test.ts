import { expect, test } from "vitest";
import { findSettings } from "@/components/events/sections/find-settings";
import { SECTIONS } from "@/components/events/sections/registry";
import { SECTION_IDS, settingsIn } from "@/lib/domain/event/settings/table";
import { eventSettingsInput } from "@/lib/services/event/settings/schemas";

test("every setting of an event stands in one section, where the search finds it", () => {
  const settings = Object.keys(eventSettingsInput.shape).sort();
  expect(SECTION_IDS.flatMap((id): readonly string[] => settingsIn(id)).sort()).toEqual(settings);
  for (const section of SECTIONS) {
    const named = section.settings.flatMap(({ setting }) => (setting === null ? [] : [setting]));
    expect(named.toSorted()).toEqual([...settingsIn(section.id)].toSorted());
    for (const { label } of section.settings) {
      const found = findSettings(label).map((one) => `${one.section.id}: ${one.entry?.label}`);
      expect(found).toContain(`${section.id}: ${label}`);
    }
  }
  expect(SECTIONS.map(({ id }) => id)).toEqual(SECTION_IDS);
});
