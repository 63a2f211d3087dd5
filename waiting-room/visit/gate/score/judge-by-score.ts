import { judgeScore } from "@/lib/domain/score/judge-score";
import { NO_SCORE } from "@/lib/domain/score/score-setting";
import type { Joiner } from "@/waiting-room/visit/gate/asker";
import type { Presented } from "@/waiting-room/visit/gate/captcha/present-captcha";
import { offerChallenge } from "@/waiting-room/visit/gate/challenge/offer-challenge";
import type { Proven } from "@/waiting-room/visit/gate/challenge/proven";
import type { Check, Judging } from "@/waiting-room/visit/gate/check";
import { proofByRule } from "@/waiting-room/visit/gate/rules/rule-of-join";
import type { StopVerdict } from "@/waiting-room/visit/gate/verdict";
import { isListed } from "@/waiting-room/visit/memory/address-lists";
import { gatherMarks } from "./gather-marks";

const REFUSED_BY_SCORE = "score";

/** Marks a join by what is noticed about it, and acts on its score where the event says so. */
export const SCORE: Check = {
  judge: (judging) => {
    const { context, exchange, joiner } = judging;
    const { customerId } = joiner.line.settings;
    const customer = context.customers.known(customerId);
    // Without waiting where no list of the customer counts.
    if (customer?.countingLists.length === 0) return judgeByScore(judging, false);
    return isListed(context, customerId, exchange.address).then((isNamed) =>
      judgeByScore(judging, isNamed),
    );
  },
};

function judgeByScore(judging: Judging, isNamed: boolean): StopVerdict | null {
  const { context, exchange, joiner, rule, presented, proven } = judging;
  const hasFailed = isWrong(joiner, presented, proven);
  judging.marks |= gatherMarks(context, exchange, joiner, { hasFailed, isNamed });
  // Every score that is set is at least 1. Of whom an access rule says that they join, they do.
  if (judging.marks === 0 || (rule !== null && proofByRule(rule) === false)) return null;
  const setting = joiner.line.settings.protection?.score ?? NO_SCORE;
  switch (judgeScore(judging.marks, setting, presented.type === "let-join")) {
    case "refuse":
      return { type: "block", reason: REFUSED_BY_SCORE };
    case "challenge": {
      judging.isAsked = true;
      if (proven.type !== "nothing") return null;
      const isAway = presented.type === "away";
      return offerChallenge(context, exchange, { ...joiner, isAway }, 0);
    }
    default:
      return null;
  }
}

/** True for an answer to a challenge that is none. While the vendor is away, nobody's is wrong. */
function isWrong({ form }: Joiner, presented: Presented, proven: Proven): boolean {
  if (presented.type !== "nothing") return presented.type === "refused";
  return Boolean(form.get("proof")) && proven.type !== "work";
}
