import { z } from "zod";
import { SECTION_IDS, sectionOf } from "@/lib/domain/event/settings/table";
import { countedNumber } from "@/lib/domain/fields";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import { confirmedField, someSettings } from "@/lib/services/event/settings/schemas";

const sectionField = z.enum(SECTION_IDS);
const seenVersion = countedNumber(1);

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
      if (sectionOf(setting) === section) continue;
      const message = `This setting does not belong to the section ${section}.`;
      issues.addIssue({ code: "custom", path: [setting], message });
    }
  });
export type SaveSectionInput = z.input<typeof saveSectionInput>;

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
