import type { Exchange } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { countHeldBack } from "@/waiting-room/visit/gate/challenge/count-challenge";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Joiner } from "./asker";
import type { Check, Judging } from "./check";
import { gateOf, gateOfDropped } from "./gate-plan";
import type { JoinVerdict, StopVerdict, Verdict } from "./verdict";

const PLAIN_JOIN: JoinVerdict = {
  type: "join",
  proven: false,
  sources: [],
  sourcesIfBusy: null,
  marks: 0,
  cookies: [],
};
const NOTHING = { type: "nothing" } as const;

/**
 * The one gate in front of every number: the page's join, its form, apps, programs that speak Cloudflare's JSON,
 * direct entries, codes and tokens. Whoever hands out a number asks here first, and does what the verdict says. Answers
 * at once where nothing has to be looked up.
 */
export function judgeJoin(
  context: ServerContext,
  exchange: Exchange,
  joiner: Joiner,
): Verdict | Promise<Verdict> {
  const { settings } = joiner.line;
  const gate = joiner.isDropped === true ? gateOfDropped(settings) : gateOf(settings);
  if (gate.length === 0) return PLAIN_JOIN;
  const judging: Judging = {
    context,
    exchange,
    joiner,
    rule: null,
    presented: NOTHING,
    proven: NOTHING,
    isAsked: false,
    isUnlimited: false,
    sources: PLAIN_JOIN.sources,
    sourcesIfBusy: null,
    isNetwork: false,
    load: 0,
    marks: 0,
    cookies: PLAIN_JOIN.cookies,
  };
  return judgeFrom(0, gate, judging);
}

function judgeFrom(
  first: number,
  gate: readonly Check[],
  judging: Judging,
): Verdict | Promise<Verdict> {
  for (let index = first; index < gate.length; index += 1) {
    const stop = gate[index]?.judge(judging) ?? null;
    if (stop === null) continue;
    if (!(stop instanceof Promise)) return stopped(judging, stop);
    const rest = () => judgeFrom(index + 1, gate, judging);
    return stop.then((verdict) => (verdict === null ? rest() : stopped(judging, verdict)));
  }
  const { isUnlimited: proven, sources, sourcesIfBusy, marks, cookies } = judging;
  return { type: "join", proven, sources, sourcesIfBusy, marks, cookies };
}

function stopped({ joiner }: Judging, verdict: StopVerdict): StopVerdict {
  countHeldBack(joiner, verdict.type);
  return verdict;
}

/** Tells the checks of an event that a visitor has joined. */
export function tellJoined(context: ServerContext, exchange: Exchange, line: EventLine): void {
  for (const { joined } of gateOf(line.settings)) joined?.(context, exchange, line);
}
