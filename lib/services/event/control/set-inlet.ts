import { setInlet } from "@/lib/line/commands/limits";
import { setInletInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { tellLine } from "./inner/tell-line";

/**
 * Replaces what opens the line besides the settings; null takes it away. Throws `precondition_failed` when the event is not open
 * or has no line yet.
 */
export const setEventInlet = defineVerb(
  "event:operate",
  setInletInput,
  async (context, { eventId, inlet }): Promise<void> => {
    await tellLine(context, eventId, {
      verb: "event.set-inlet",
      summaryOf: ({ name }) =>
        inlet === null ? `removed the inlet of ${name}` : `set a ${inlet.type} inlet at ${name}`,
      details: { inlet },
      tell: async (redis, line) => ((await setInlet(redis, line, inlet)) ? true : null),
    });
  },
);
