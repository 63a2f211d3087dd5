import { addGrants, setLimit } from "@/lib/line/commands/limits";
import { grantSlotsInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { tellLine } from "./inner/tell-line";

/** How many slots are left to give away by hand; null: nobody counts them. */
export type SlotsGranted = { readonly left: number | null };

/**
 * Gives so many more slots away by hand, or takes back what is left of them: from the first time on nobody goes in without one, and the outflow still
 * holds. Null ends that, and the line goes on by itself. Throws `precondition_failed` when the event is not open or has
 * no line yet.
 */
export const grantSlots = defineVerb(
  "event:operate",
  grantSlotsInput,
  async (context, { eventId, slots, ceiling }): Promise<SlotsGranted> =>
    tellLine(context, eventId, {
      verb: "event.grant-slots",
      summaryOf: ({ name }) => summaryOf(name, slots),
      details: { slots, ceiling },
      async tell(redis, line) {
        if (slots === null) return { left: await setLimit(redis, line, "grants", null) };
        // To the line a ceiling of 0 is none.
        const given = ceiling === 0 ? Math.min(0, slots) : slots;
        const left = await addGrants(redis, line, given, ceiling);
        return left === null ? null : { left };
      },
    }),
);

function summaryOf(name: string, slots: number | null): string {
  if (slots === null) return `ended manual slots at ${name}`;
  return slots < 0 ? `took back ${-slots} slots at ${name}` : `granted ${slots} slots at ${name}`;
}
