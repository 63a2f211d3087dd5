import { formatNumber } from "@/components/shared/format";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";

/** By what the audit log, a link and a code name a visitor. */
export function nameOfVisitor({ place, run }: VisitorStory): string {
  if (place.number === 0) return "Visitor of the false queue";
  return `Number ${formatNumber(runningNumber(place.number))} of run ${run}`;
}
