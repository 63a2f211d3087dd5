import type { Decision } from "@/lib/domain/access-rule/compile-rules";
import { ruleCount } from "@/lib/domain/access-rule/rule-count";
import { MARKS } from "@/lib/domain/score/marks";
import type { Exchange } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { type Joiner, NO_FORM } from "./asker";
import { judgeByRules, type RuleContext } from "./judge-by-rules";
import type { StopVerdict, Verdict } from "./verdict";

/** The access rule that decides on a join, counted. */
export async function ruleOf(
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

/**
 * The verdict of the gate with what the rule adds to it. Into the false queue leads the same way as into the line, also
 * by a challenge. While joins belong to a draw nobody gets a false place, which no draw could prove: the place is
 * marked, and the draw may leave it out.
 */
export function afterRule(decision: Decision, { line }: Joiner, verdict: Verdict): Verdict {
  const action = decision?.action.type;
  if (verdict.type !== "join" || (action !== "false-queue" && action !== "challenge"))
    return verdict;
  if (action === "false-queue" && !line.collectsDraw()) return { type: "false-queue" };
  return { ...verdict, marks: verdict.marks | MARKS.listed };
}
