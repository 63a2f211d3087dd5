import type { Decision } from "@/lib/domain/access-rule/compile-rules";
import { ruleCount } from "@/lib/domain/access-rule/rule-count";
import { MARKS } from "@/lib/domain/score/marks";
import type { Exchange } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { type Joiner, NO_FORM } from "@/waiting-room/visit/gate/asker";
import type { Check } from "@/waiting-room/visit/gate/check";
import type { StopVerdict } from "@/waiting-room/visit/gate/verdict";
import { judgeByRules, type RuleContext } from "./judge-by-rules";

/** Applies the access rules. */
export const RULES: Check = {
  judge: async (judging) => {
    judging.rule = await ruleOf(judging.context, judging.exchange, judging.joiner);
    return stopOf(judging.rule);
  },
};

/** The same for rules that look at how often an address has joined. */
export const COUNTED_RULES: Check = {
  ...RULES,
  joined: ({ joinsSeen }, { address }, line) => joinsSeen.note(line, address, performance.now()),
};

/**
 * Applies what a rule adds to a join that no check has stopped. The false queue is entered the same way as the line, also
 * by a challenge. While joins belong to a draw there are no false places, because no draw could prove them: the place is
 * marked, and the draw may leave it out.
 */
export const RULES_AFTER: Check = {
  judge: (judging) => {
    const action = judging.rule?.action.type;
    if (action !== "false-queue" && action !== "challenge") return null;
    if (action === "false-queue" && !judging.joiner.line.collectsDraw())
      return { type: "false-queue" };
    judging.marks |= MARKS.listed;
    return null;
  },
};

/** The access rule that decides on a join, counted. */
async function ruleOf(
  context: RuleContext,
  exchange: Exchange,
  { line, form }: Joiner,
): Promise<Decision> {
  const target = form.get("t") ?? exchange.query.get("t");
  const rule = await judgeByRules(context, exchange, { line, target });
  // A direct entry that is asked for something else joins from the page: that join is counted.
  if (form !== NO_FORM) noteRule(line, rule);
  return rule;
}

/** Counts that a rule has decided. */
export function noteRule(line: EventLine, decision: Decision): void {
  if (decision !== null) line.counts.note(ruleCount(decision.rule.id), line.defaultLane);
}

/** What a rule answers instead of a join, whatever was proven; null where the join goes on. */
export function stopOf(decision: Decision): StopVerdict | null {
  if (decision === null) return null;
  const { rule, action } = decision;
  switch (action.type) {
    case "let-by":
      return { type: "let-by" };
    case "block":
      return { type: "block", reason: action.reason, rule: rule.id };
    case "later":
      return { type: "later", seconds: action.seconds };
    default:
      return null;
  }
}

/** Whether a rule asks for a proof, or for none; null where it says nothing of that. */
export function proofByRule(decision: Decision): boolean | null {
  if (decision?.action.type === "challenge") return true;
  return decision?.action.type === "join" ? false : null;
}
