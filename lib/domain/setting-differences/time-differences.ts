import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { DrawSetting } from "@/lib/domain/draw/draw-source";
import {
  durationInWords,
  overridesInWords,
  scheduleInWords,
  timingInWords,
} from "@/lib/domain/schedule/in-words";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { fields, leaf, list, switchable } from "./differ";
import { asWritten, chosen } from "./words";

/** The order of a pre-queue is one choice with all that belongs to it. */
export function drawInWords(draw: DrawSetting): string {
  if (draw === null) return "first come, first served";
  switch (draw.type) {
    case "drand":
      return "drawn with drand public randomness";
    case "typed":
      return `drawn with a manually entered value from ${draw.name}`;
    case "none":
      return "drawn without public randomness";
    case "http-beacon": {
      const { round, roundAtMs, field, urls } = draw;
      const at = new Date(roundAtMs).toISOString().slice(0, 16).replace("T", " ");
      return `drawn with beacon round ${round} (${at} UTC, ${field} of ${urls.join(", ")})`;
    }
  }
}

function shownWords(show: AfterEvent["show"]): string {
  if (show.kind === "redirect") return `redirect to ${show.url}`;
  return `waiting room page${show.message === null ? "" : ` with “${show.message}”`}`;
}

export const afterEventDifferences = switchable(
  "After the event",
  fields<AfterEvent>({
    show: leaf("Visitors see", shownWords),
    protectedPages: leaf(
      "Protected pages",
      chosen({ "keep-out": "closed", "let-through": "open to everyone" }),
    ),
  }),
  { off: "waiting room page" },
);

export const scheduleDifferences = list<Schedule>({
  keyOf: ({ id }) => id,
  labelOf: ({ name }) => `Schedule “${name}”`,
  words: scheduleInWords,
  order: "Order of schedules",
  nameOf: ({ name }) => name,
  differ: fields<Schedule>({
    id: leaf("Id", asWritten),
    name: leaf("Name", asWritten),
    timing: leaf("When", timingInWords),
    preQueueMinutes: leaf("Pre-queue", durationInWords),
    overrides: leaf("Changes", (overrides) => overridesInWords(overrides).join("; ") || "nothing"),
  }),
});
