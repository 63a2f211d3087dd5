import type { Alert } from "@/components/alerts/alert-change";
import type { OverviewTotals } from "@/lib/domain/overview/totals";
import { PROBLEM_WORDS } from "./problem-words";

/** What goes wrong in an account, one by one. A soft block is what somebody decided, and no news. */
export function overviewAlerts(
  { troubles }: Pick<OverviewTotals, "troubles">,
  isServed: boolean | null,
): readonly Alert[] {
  const ofEvents = troubles.flatMap(({ eventId, name, problems }) =>
    problems
      .filter((problem) => problem !== "soft-block")
      .map((problem) => ({
        key: `${eventId}:${problem}`,
        text: `${name}: ${PROBLEM_WORDS[problem].label}`,
      })),
  );
  if (isServed === true) return ofEvents;
  const text =
    isServed === null ? "The lines can’t be reached" : "No waiting-room server is running";
  return [{ key: "unserved", text }, ...ofEvents];
}
