import { z } from "zod";
import { getDraw } from "@/lib/services/event/draw/get";
import { typeDrawValue } from "@/lib/services/event/draw/type-value";
import { drawAnswer } from "../answers/draw";
import { type Operation, operation } from "../operation";

const TAG = { tag: "Draws" } as const;

/** Random draws at the start of an event. */
export const DRAW_OPERATIONS: readonly Operation[] = [
  operation(getDraw, {
    ...{ ...TAG, id: "getDraw", method: "GET", path: "/events/{eventId}/draw" },
    summary: "Get the draw of an event",
    description: "That of the current run, with the addresses where everybody can check it.",
    output: drawAnswer,
    example: { eventId: "{drawnEvent}" },
  }),
  operation(typeDrawValue, {
    ...{ ...TAG, id: "enterDrawValue", method: "POST", path: "/events/{eventId}/draw/value" },
    summary: "Enter the random value by hand",
    description: "Once, after entries have closed. The draw is then labelled not provable.",
    output: z.object({ value: z.string() }),
    example: { eventId: "{frozenDrawEvent}", value: "4 8 15 16 23 42" },
  }),
];
