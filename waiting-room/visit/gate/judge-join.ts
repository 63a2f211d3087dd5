import type { Decision } from "@/lib/domain/access-rule/compile-rules";
import { addressGroup } from "@/waiting-room/http/address-group";
import type { Exchange } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Joiner } from "./asker";
import { challengeOf } from "./challenge-of";
import { offerChallenge } from "./offer-challenge";
import { provenBy } from "./proven";
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
  if (stop !== null) return stop;
  return afterRule(rule, joiner, await judgeByProof(context, exchange, joiner, rule));
}

async function judgeByProof(
  context: ServerContext,
  exchange: Exchange,
  joiner: Joiner,
  rule: Decision,
): Promise<Verdict> {
  const { line } = joiner;
  const proven = provenBy(context, exchange, joiner);
  const isAsked = mustProve(joiner, rule);
  if (proven.type === "nothing" && isAsked) {
    return offerChallenge(context, exchange, joiner, 0);
  }
  const { sources, marks, load } = await sourcesOf(context, exchange, line);
  if (proven.type === "nothing" && load > 0) return offerChallenge(context, exchange, joiner, load);
  const join = { type: "join", proven: false, sources, marks, cookies: [] } as const;
  if (proven.type === "counted") {
    return { ...join, sources: [...onlyCounted(sources), proven.source] };
  }
  if (proven.type === "nothing") return join;
  const { settings } = line;
  const passer = {
    customerId: settings.customerId,
    addressClass: addressGroup(exchange.address),
    nowMs: line.lineNow(),
  };
  return { ...join, proven: true, cookies: [context.passed.make(exchange, settings, passer)] };
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
