import { z } from "zod";
import { SECTION_IDS, SECTION_SETTINGS, type SectionId } from "@/lib/domain/event/sections";
import { eventIdField } from "@/lib/services/event/inputs";
import { confirmedField, someSettings } from "@/lib/services/event/schemas";

const sectionField = z.enum(SECTION_IDS);
const seenVersion = z.number().int().min(1);

/**
 * The settings of one section as somebody wants them. `seen` holds the same settings as they were when that person began: what
 * they left as it was stays as somebody else has made it meanwhile.
 */
export const saveSectionInput = someSettings
  .extend({
    eventId: eventIdField,
    section: sectionField,
    seen: z.record(z.string(), z.unknown()),
  })
  .superRefine(({ eventId: _event, section, seen: _seen, ...settings }, issues) => {
    for (const setting of Object.keys(settings)) {
      if (isOf(section, setting)) continue;
      const message = `This setting stands in another section than ${section}.`;
      issues.addIssue({ code: "custom", path: [setting], message });
    }
  });
export type SaveSectionInput = z.input<typeof saveSectionInput>;

function isOf(section: SectionId, setting: string): boolean {
  return SECTION_SETTINGS[section].some((name) => name === setting);
}

export const draftOfInput = z.strictObject({
  eventId: eventIdField,
  section: sectionField,
  /** The state of the draft that the person saw. */
  revision: seenVersion,
});
export type DraftOfInput = z.input<typeof draftOfInput>;

export const publishDraftInput = draftOfInput.extend({
  /** The version of the event beside which the person saw the draft. */
  settingsVersion: seenVersion,
  /** For settings that somebody else changed meanwhile: whose value is taken. */
  choices: z.record(z.string(), z.enum(["mine", "theirs"])).default({}),
  confirmed: confirmedField,
});
export type PublishDraftInput = z.input<typeof publishDraftInput>;
