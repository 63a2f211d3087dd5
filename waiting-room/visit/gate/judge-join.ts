import { addressGroup } from "@/connectors/src/host/address-group";
import type { Decision } from "@/lib/domain/access-rule/compile-rules";
import type { Exchange } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Joiner } from "./asker";
import { NOTHING_PRESENTED, type Presented, presentCaptcha } from "./captcha/present-captcha";
import { challengeOf } from "./challenge-of";
import { countHeldBack, countSolved } from "./count-challenge";
import { hasRules } from "./judge-by-rules";
import { judgeByScore } from "./judge-by-score";
import { offerChallenge } from "./offer-challenge";
import { type Proven, provenBy } from "./proven";
import { afterRule, proofByRule, ruleOf, stopOf } from "./rule-of-join";
import { watchOf } from "./soft-block";
import { hasNetworks, NO_NETWORKS, networksOf, onlyCounted, sourcesOf } from "./sources-of";
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
  if (asksNothing(joiner)) return PLAIN_JOIN;
  const rule = hasRules(joiner.line) ? await ruleOf(context, exchange, joiner) : null;
  const stop = stopOf(rule);
  const verdict =
    stop ?? afterRule(rule, joiner, await judgeByProof(context, exchange, joiner, rule));
  countHeldBack(joiner, verdict.type);
  return verdict;
}

const PLAIN_JOIN = { type: "join", proven: false, sources: [], marks: 0, cookies: [] } as const;

/** True for most joins: where nothing is switched on, nothing has to be looked up. */
function asksNothing({ line, isDropped = false }: Joiner): boolean {
  const { protection, softBlock } = line.settings;
  return !protection && softBlock !== true && !isDropped;
}

async function judgeByProof(
  context: ServerContext,
  exchange: Exchange,
  joiner: Joiner,
  rule: Decision,
): Promise<Verdict> {
  const { line } = joiner;
  const isCaptcha = challengeOf(line.settings).kind === "captcha";
  const presented = isCaptcha ? await presentCaptcha(context, exchange, joiner) : NOTHING_PRESENTED;
  const proven = provenByCaptcha(presented) ?? provenBy(context, exchange, joiner);
  const isAsked = mustProve(joiner, rule) && presented.type !== "let-join";
  if (proven.type === "nothing" && isAsked) {
    const isAway = presented.type === "away";
    return offerChallenge(context, exchange, { ...joiner, isAway }, 0);
  }
  const networks = hasNetworks(line) ? await networksOf(context, exchange, line) : NO_NETWORKS;
  const { sources, marks: known, load } = sourcesOf(context, exchange, line, networks);
  if (proven.type === "nothing" && load > 0) return offerChallenge(context, exchange, joiner, load);
  const found = { marks: known, rule, presented, proven };
  const { marks, stop } = await judgeByScore(context, exchange, joiner, found);
  if (stop !== null) return stop;
  const join = { ...PLAIN_JOIN, sources, marks };
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

/**
 * True where nobody joins without a proof: it was switched on by hand, too many want to join, or the draw has dropped
 * this visitor's place.
 */
function mustProve({ line, isDropped = false }: Joiner, rule: Decision): boolean {
  const { settings } = line;
  const { when, fromJoinsPerMinute } = challengeOf(settings);
  const isAttacked = watchOf(line).noteJoin(line, fromJoinsPerMinute);
  if (isDropped) return true;
  const byRule = proofByRule(rule);
  if (byRule !== null) return byRule;
  return settings.softBlock === true || when === "always" || isAttacked;
}
