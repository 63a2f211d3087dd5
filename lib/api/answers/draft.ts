import { z } from "zod";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import { SECTION_IDS } from "@/lib/domain/event/settings/table";
import { eventAnswer, moment } from "./event";
import { named } from "./names";

const words = z.string().nullable();

/** Some settings of an event. */
export const someSettingsAnswer = z.object(SETTING_SCHEMAS).partial();

/** A setting that two people changed to different things. */
const conflicts = z.array(
  z.object({
    setting: z.string(),
    label: z.string(),
    lines: z.array(z.object({ label: z.string(), mine: words, theirs: words })),
  }),
);

/** Changes of a section that wait until somebody publishes them. */
export const draftAnswer = named(
  "Draft",
  z.object({
    section: z.enum(SECTION_IDS),
    values: someSettingsAnswer,
    revision: z.number().int(),
    differences: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        kind: z.enum(["changed", "added", "removed"]),
        from: words,
        to: words,
      }),
    ),
    conflicts,
    effects: z.array(z.string()),
    savedBy: z.string(),
    savedAt: moment,
  }),
);

/** What a save or a publication came to. */
export const sectionOutcomeAnswer = named(
  "SectionOutcome",
  z.discriminatedUnion("status", [
    z.object({ status: z.literal("saved"), event: eventAnswer }),
    z.object({ status: z.literal("drafted"), event: eventAnswer, draft: draftAnswer }),
    z.object({
      status: z.literal("conflict"),
      event: eventAnswer,
      values: someSettingsAnswer,
      conflicts,
    }),
  ]),
);
