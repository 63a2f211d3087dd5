import { formatNumber } from "@/components/shared/format";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";

type Named = Pick<VisitorStory, "place" | "run">;

/** By what the audit log, a link and a code name a visitor. */
export function nameOfVisitor({ place, run }: Named): string {
  if (place.number === 0) return "Visitor of the false queue";
  return `Number ${numberIn(place, run)}`;
}

/** The same within a sentence. */
export function visitorInSentence({ place, run }: Named): string {
  if (place.number === 0) return "this visitor";
  const lane = place.lane === null ? "" : `, lane ${place.lane}`;
  return `number ${numberIn(place, run)}${lane}`;
}

function numberIn({ number }: Named["place"], run: number): string {
  return `${formatNumber(runningNumber(number))} of run ${run}`;
}
