import { letInName } from "@/lib/domain/line/let-in-name";
import type { Permit } from "@/lib/domain/line/permit";
import { permitOf, type Visit } from "@/waiting-room/visit/visit";

/**
 * For somebody who waits and whom an operator lets in next: what lets them in, as a colleague's link would. Null for
 * everybody else, and while the event lets in no such visitor.
 */
export function permitOfOperator({
  line,
  place,
  ofFalseQueue,
}: Visit): Permit<"staff-link"> | null {
  const { releasedPlaces = [] } = line.settings;
  if (releasedPlaces.length === 0 || place === null || place.admission !== null) return null;
  if (ofFalseQueue !== undefined || !releasedPlaces.includes(letInName(place))) return null;
  return permitOf(line, "staff-link");
}
