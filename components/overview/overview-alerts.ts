import { type Alert, consoleLoss } from "@/components/alerts/alert-change";
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
  if (isServed !== false) return ofEvents;
  return [{ key: "unserved", text: "No waiting-room server is running" }, ...ofEvents];
}

const LINES_LOST: Alert = { key: "unserved", text: "The lines can’t be reached" };

type Told = {
  readonly isServed: boolean | null;
  readonly totals: Pick<OverviewTotals, "troubles" | "troubled">;
};

/** Why it is not known what is over: nothing is known of any event, or more are in trouble than are named; null while it is. */
export function overviewLoss(isLost: boolean, { isServed, totals }: Told): Alert | null {
  const { troubles, troubled } = totals;
  const lost = consoleLoss(isLost) ?? (isServed === null ? LINES_LOST : null);
  if (lost !== null || troubled <= troubles.length) return lost;
  return { key: "many", text: `More than ${troubles.length} events need attention` };
}
