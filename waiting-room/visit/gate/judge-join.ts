import type { Decision } from "@/lib/domain/access-rule/compile-rules";
import { addressGroup } from "@/waiting-room/http/address-group";
import type { Exchange } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Joiner } from "./asker";
import { type Presented, presentCaptcha } from "./captcha/present-captcha";
import { challengeOf } from "./challenge-of";
import { countHeldBack, countSolved } from "./count-challenge";
import { offerChallenge } from "./offer-challenge";
import { type Proven, provenBy } from "./proven";
import { afterRule, proofByRule, ruleOf, stopOf } from "./rule-of-join";
import { watchOf } from "./soft-block";
import { onlyCounted, sourcesOf } from "./sources-of";
import type { Verdict } from "./verdict";

/**
 * The one gate in front of every number: the page's join, its form, apps, programs that speak Cloudflare's JSON,
 * direct entries, codes and tokens. Whoever hands out a number asks here first, and does what the verdict says.
 */
export async function judgeJoin(
  context: ServerContext,
  exchange: Exchange,
  joiner: Joiner,
): Promise<Verdict> {
  const rule = await ruleOf(context, exchange, joiner);
  const stop = stopOf(rule);
  const verdict =
    stop ?? afterRule(rule, joiner, await judgeByProof(context, exchange, joiner, rule));
  countHeldBack(joiner, verdict.type);
  return verdict;
}

async function judgeByProof(
  context: ServerContext,
  exchange: Exchange,
  joiner: Joiner,
  rule: Decision,
): Promise<Verdict> {
  const { line } = joiner;
  const presented = await presentCaptcha(context, exchange, joiner);
  const proven = provenByCaptcha(presented) ?? provenBy(context, exchange, joiner);
  const isAsked = mustProve(joiner, rule) && presented.type !== "let-join";
  if (proven.type === "nothing" && isAsked) {
    const isAway = presented.type === "away";
    return offerChallenge(context, exchange, { ...joiner, isAway }, 0);
  }
  const { sources, marks, load } = await sourcesOf(context, exchange, line);
  if (proven.type === "nothing" && load > 0) return offerChallenge(context, exchange, joiner, load);
  const join = { type: "join", proven: false, sources, marks, cookies: [] } as const;
  if (proven.type === "nothing") return join;
  if (proven.type === "waited") countSolved(context, exchange, joiner);
  if (proven.type !== "work") {
    const isNeeded = proven.type === "waited" || isAsked || load > 0;
    return isNeeded ? { ...join, sources: [...onlyCounted(sources), proven.source] } : join;
  }
  const { settings } = line;
  countSolved(context, exchange, joiner);
  const passer = {
    customerId: settings.customerId,
    addressClass: addressGroup(exchange.address),
    nowMs: line.lineNow(),
  };
  return { ...join, proven: true, cookies: [context.passed.make(exchange, settings, passer)] };
}

/** What a CAPTCHA proves; null where something else may. */
function provenByCaptcha(presented: Presented): Proven | null {
  if (presented.type === "solved") return { type: "work" };
  return presented.type === "counted" ? { type: "passed", source: presented.source } : null;
}

/** True while nobody joins without a proof: it was switched on by hand, or too many want to join. */
function mustProve({ line }: Joiner, rule: Decision): boolean {
  const { settings } = line;
  const { when, fromJoinsPerMinute } = challengeOf(settings);
  const isAttacked = watchOf(line).noteJoin(line, fromJoinsPerMinute);
  const byRule = proofByRule(rule);
  if (byRule !== null) return byRule;
  return settings.softBlock === true || when === "always" || isAttacked;
}
