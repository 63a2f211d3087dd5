import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";
import { LIVE_LIMITS } from "@/lib/domain/rehearsal/live";
import { ARRIVAL_SHAPES, REHEARSAL_ORDERS, WHAT_IF_LIMITS } from "@/lib/domain/rehearsal/what-if";
import { eventIdField } from "@/lib/services/event/settings/inputs";

const percent = wholeNumber(0, 90);
const perMinute = wholeNumber(1, 100_000);

const outflowSteps = z
  .array(z.strictObject({ fromMinute: wholeNumber(0, WHAT_IF_LIMITS.minutes), perMinute }))
  .min(1, "Enter an outflow.")
  .max(WHAT_IF_LIMITS.steps, `At most ${WHAT_IF_LIMITS.steps} steps.`)
  .superRefine((steps, issues) => {
    steps.forEach(({ fromMinute }, index) => {
      const before = steps[index - 1]?.fromMinute;
      const path = [index, "fromMinute"];
      if (before === undefined && fromMinute !== 0) {
        issues.addIssue({
          code: "custom",
          path,
          message: "The first step must start at minute 0.",
        });
      } else if (before !== undefined && fromMinute <= before) {
        const message = `Must be after the previous step, which starts at ${before}.`;
        issues.addIssue({ code: "custom", path, message });
      }
    });
  });

const variantInput = z.strictObject({
  order: z.enum(REHEARSAL_ORDERS),
  outflow: outflowSteps,
  opensAfterMinutes: wholeNumber(0, 1_440),
  patienceMinutes: wholeNumber(1, 10_000).nullable(),
  noShowPercent: percent,
  botPercent: percent,
  /** The active cap, and how long a visit lasts; null: any number may be on the site. */
  site: z
    .strictObject({ people: wholeNumber(1, WHAT_IF_LIMITS.people), minutes: wholeNumber(1, 1_440) })
    .nullable()
    .default(null),
});

const NO_RUN = "Choose a run, or arrivals from a curve or a file.";
const runNumber = z.number(NO_RUN).int(NO_RUN).min(1, NO_RUN).max(1_000_000, NO_RUN);

const arrivalsInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("curve"),
    shape: z.enum(ARRIVAL_SHAPES),
    peakPerMinute: wholeNumber(1, WHAT_IF_LIMITS.perMinute),
    minutes: wholeNumber(1, WHAT_IF_LIMITS.minutes),
  }),
  z.strictObject({
    kind: z.literal("file"),
    name: z.string().max(200),
    text: z.string().max(WHAT_IF_LIMITS.fileCharacters, "The file is too large."),
  }),
  z.strictObject({ kind: z.literal("run"), run: runNumber }),
]);

export const createWhatIfInput = z.strictObject({
  name: lineOfText(100),
  /** The event that it is about; null: none. A recorded run is one of it. */
  eventId: eventIdField.nullable(),
  arrivals: arrivalsInput,
  uncertaintyPercent: wholeNumber(0, 90),
  plan: variantInput,
  /** The same with a change, beside it; null: nothing is changed. */
  change: variantInput.nullable(),
});
export type CreateWhatIfInput = z.input<typeof createWhatIfInput>;

export const startLiveInput = z.strictObject({
  eventId: eventIdField,
  people: wholeNumber(1, LIVE_LIMITS.people),
  arriveSeconds: wholeNumber(1, LIVE_LIMITS.arriveSeconds),
  outflowPerMinute: perMinute,
  noShowPercent: percent,
  minutes: wholeNumber(1, LIVE_LIMITS.minutes),
});
export type StartLiveInput = z.input<typeof startLiveInput>;

export const rehearsalEventInput = z.strictObject({ eventId: eventIdField });
export type RehearsalEventInput = z.input<typeof rehearsalEventInput>;

export const rehearsalIdInput = z.strictObject({ rehearsalId: z.string().max(100) });
export type RehearsalIdInput = z.input<typeof rehearsalIdInput>;
