import type { LiveChecks, LivePlan } from "./live";

/** Visitors do not notice answers that are faster. */
export const FAST_ANSWER_MS = 500;

/** One thing that a live rehearsal has shown; `isGood` is null where it could show nothing. */
export type LiveFinding = {
  readonly key: "cap" | "order" | "speed" | "connector";
  readonly isGood: boolean | null;
};

/** Whether what visitors met was as promised: the cap, the order, fast answers, and a connector that lets in whom it should. */
export function liveVerdict(plan: LivePlan, checks: LiveChecks): readonly LiveFinding[] {
  const { fullestMinute, overtaken, answerMs, tokens, refused, letPast } = checks;
  return [
    { key: "cap", isGood: tokens === 0 ? null : fullestMinute <= plan.outflowPerMinute },
    { key: "order", isGood: tokens === 0 || overtaken === null ? null : overtaken === 0 },
    { key: "speed", isGood: answerMs === null ? null : answerMs <= FAST_ANSWER_MS },
    { key: "connector", isGood: connectorIsGood({ tokens, refused, letPast }) },
  ];
}

function connectorIsGood({
  tokens,
  refused,
  letPast,
}: Pick<LiveChecks, "tokens" | "refused" | "letPast">): boolean | null {
  if (refused + letPast > 0) return false;
  return tokens === 0 ? null : true;
}
