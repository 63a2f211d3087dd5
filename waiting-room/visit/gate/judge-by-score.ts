import type { Decision } from "@/lib/domain/access-rule/compile-rules";
import { judgeScore } from "@/lib/domain/score/judge-score";
import { NO_SCORE } from "@/lib/domain/score/score-setting";
import type { Exchange } from "@/waiting-room/http/http";
import { isListed, mayBeListed } from "@/waiting-room/visit/address-lists";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Joiner } from "./asker";
import type { Presented } from "./captcha/present-captcha";
import { gatherMarks } from "./gather-marks";
import { offerChallenge } from "./offer-challenge";
import type { Proven } from "./proven";
import { proofByRule } from "./rule-of-join";
import type { StopVerdict } from "./verdict";

const REFUSED_BY_SCORE = "score";

/** What is known of a join before its score is made. */
type Known = {
  readonly marks: number;
  readonly rule: Decision;
  readonly presented: Presented;
  readonly proven: Proven;
};

/** The marks of a join, and what follows from its score alone; null where nothing does, as by default. */
export async function judgeByScore(
  context: ServerContext,
  exchange: Exchange,
  joiner: Joiner,
  { marks: known, rule, presented, proven }: Known,
): Promise<{ readonly marks: number; readonly stop: StopVerdict | null }> {
  const { protection, customerId } = joiner.line.settings;
  const hasLists = mayBeListed(context, customerId);
  const isNamed = hasLists && (await isListed(context, customerId, exchange.address));
  const hasFailed = isWrong(joiner, presented, proven);
  const marks = known | gatherMarks(context, exchange, joiner, { hasFailed, isNamed });
  // Of whom an access rule says that they join, they do.
  const isLetJoin = proofByRule(rule) === false;
  const setting = isLetJoin ? NO_SCORE : (protection?.score ?? NO_SCORE);
  const isProven = proven.type !== "nothing" || presented.type === "let-join";
  switch (judgeScore(marks, setting, isProven)) {
    case "refuse":
      return { marks, stop: { type: "block", reason: REFUSED_BY_SCORE } };
    case "challenge": {
      const isAway = presented.type === "away";
      return { marks, stop: offerChallenge(context, exchange, { ...joiner, isAway }, 0) };
    }
    default:
      return { marks, stop: null };
  }
}

/** True for an answer to a challenge that is none. While the vendor is away, nobody's is wrong. */
function isWrong({ form }: Joiner, presented: Presented, proven: Proven): boolean {
  if (presented.type !== "nothing") return presented.type === "refused";
  return Boolean(form.get("proof")) && proven.type !== "work";
}
