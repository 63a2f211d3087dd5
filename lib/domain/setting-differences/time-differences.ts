import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { DrawSetting } from "@/lib/domain/draw/draw-setting";
import {
  durationInWords,
  overridesInWords,
  scheduleInWords,
  timingInWords,
} from "@/lib/domain/schedule/in-words";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { fields, leaf, list, switchable } from "./differ";
import { asWritten, chosen } from "./words";

export const METHOD_WORDS = {
  fifo: "first come, first served",
  random: "random",
  passthrough: "everybody through, counted",
  reject: "nobody in",
} as const;

/** The order of a pre-queue is one choice with all that belongs to it. */
export function drawInWords(draw: DrawSetting): string {
  if (draw === null) return METHOD_WORDS.fifo;
  switch (draw.type) {
    case "drand":
      return "drawn with the public randomness of drand";
    case "typed":
      return `drawn with a value that is typed in, from ${draw.name}`;
    case "none":
      return "drawn without outside randomness";
    case "http-beacon": {
      const { round, roundAtMs, field, urls } = draw;
      const at = new Date(roundAtMs).toISOString().slice(0, 16).replace("T", " ");
      return `drawn with round ${round} of a beacon (comes ${at} UTC, ${field} of ${urls.join(", ")})`;
    }
  }
}

function shownWords(show: AfterEvent["show"]): string {
  if (show.kind === "redirect") return `redirect to ${show.url}`;
  return `the waiting room’s page${show.message === null ? "" : ` with “${show.message}”`}`;
}

export const afterEventDifferences = switchable(
  "After the event",
  fields<AfterEvent>({
    show: leaf("Visitors see after the end", shownWords),
    protectedPages: leaf(
      "Protected pages after the end",
      chosen({ "keep-out": "closed", "let-through": "open to everybody" }),
    ),
  }),
  { off: "the waiting room’s page" },
);

export const scheduleDifferences = list<Schedule>({
  keyOf: ({ id }) => id,
  labelOf: ({ name }) => `Schedule “${name}”`,
  words: scheduleInWords,
  order: "Order of the schedules",
  nameOf: ({ name }) => name,
  differ: fields<Schedule>({
    id: leaf("Id", asWritten),
    name: leaf("Name", asWritten),
    timing: leaf("When", timingInWords),
    preQueueMinutes: leaf("Pre-queue", durationInWords),
    overrides: leaf(
      "What it changes",
      (overrides) => overridesInWords(overrides).join("; ") || "nothing",
    ),
  }),
});
