import type { DrawSetting } from "@/lib/domain/draw/draw-source";
import { instantToLocalTime, localTimeToInstant } from "@/lib/domain/schedule/local-time";

/** What the form holds of a draw. A field that the chosen source does not use keeps what was typed. */
export type DrawValues = {
  choice: "off" | "drand" | "http-beacon" | "typed" | "none";
  /** Where a typed value comes from. */
  name: string;
  /** Mirrors of one round, one a line. */
  urls: string;
  field: string;
  round: number | null;
  /** Wall-clock time of the event, with seconds. */
  roundAtLocal: string;
};

export function toDrawValues(draw: DrawSetting, timeZone: string): DrawValues {
  const beacon = draw?.type === "http-beacon" ? draw : null;
  return {
    choice: draw?.type ?? "off",
    name: draw?.type === "typed" ? draw.name : "",
    urls: beacon?.urls.join("\n") ?? "",
    field: beacon?.field ?? "randomness",
    round: beacon?.round ?? null,
    roundAtLocal: beacon === null ? "" : instantToLocalTime(beacon.roundAtMs, timeZone),
  };
}

/** The setting that the values stand for; the service checks it. */
export function toDraw(values: DrawValues, timeZone: string): DrawSetting {
  switch (values.choice) {
    case "off":
      return null;
    case "typed":
      return { type: "typed", name: values.name };
    case "http-beacon":
      return {
        type: "http-beacon",
        urls: linesOf(values.urls),
        field: values.field.trim(),
        round: values.round ?? Number.NaN,
        roundAtMs: instantOf(values.roundAtLocal, timeZone),
      };
    case "drand":
    case "none":
      return { type: values.choice };
  }
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function instantOf(local: string, timeZone: string): number {
  const read = localTimeToInstant(local, timeZone);
  return read.ok ? read.instantMs : Number.NaN;
}
