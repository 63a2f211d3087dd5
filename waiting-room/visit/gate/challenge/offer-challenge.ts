import { type Busyness, PROOF_LIVES_MS, PUZZLES, waitSecondsOf } from "@/lib/domain/challenge/work";
import type { Exchange } from "@/waiting-room/http/http";
import { askerOf, type Joiner } from "@/waiting-room/visit/gate/asker";
import { type CaptchaAsked, offerCaptcha } from "@/waiting-room/visit/gate/captcha/offer-captcha";
import type { StopVerdict } from "@/waiting-room/visit/gate/verdict";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { challengeOf } from "./challenge-of";
import { countAsked } from "./count-challenge";
import { type Asker, seedWork, ticketToWait } from "./proofs";

/**
 * Asks somebody for a proof before they join: the busier their address, the more work it is. `load` is how many times
 * over its limit a source is, where that is known.
 */
export function offerChallenge(
  context: ServerContext,
  exchange: Exchange,
  joiner: CaptchaAsked,
  load: number,
): Extract<StopVerdict, { type: "challenge" }> {
  const { line } = joiner;
  const asker = askerOf(exchange, joiner);
  const busyness = { load, offers: context.offers.note(asker.addressClass, performance.now()) };
  countAsked(joiner);
  const captcha = offerCaptcha(context, exchange, joiner, asker);
  if (captcha !== null) {
    const isHeld = captcha.retryAfterMs !== null;
    const wait = isHeld ? HELD_WAIT : waitFor(context, joiner, asker, busyness);
    return { type: "challenge", challenge: captcha, wait };
  }
  const nowMs = line.lineNow();
  const { difficulty } = challengeOf(line.settings);
  const key = context.eventKeys.of(line.settings);
  const { seed, target } = seedWork(key, asker, { ...busyness, difficulty, nowMs });
  return {
    type: "challenge",
    challenge: {
      kind: "work",
      seed,
      puzzles: PUZZLES,
      target,
      joinId: asker.joinId,
      expiresInMs: PROOF_LIVES_MS,
      script: exchange.link(context.challengeScript.path),
    },
    wait: waitFor(context, joiner, asker, busyness),
  };
}

/** Whoever is held until the vendor is back gets no ticket: they ask again. */
const HELD_WAIT: Wait = { ticket: "", seconds: 20 };

/** What whoever cannot calculate does instead. */
export type Wait = { readonly ticket: string; readonly seconds: number };

function waitFor(context: ServerContext, { line }: Joiner, asker: Asker, busyness: Busyness): Wait {
  const seconds = waitSecondsOf(busyness);
  const key = context.eventKeys.of(line.settings);
  return { seconds, ticket: ticketToWait(key, asker, { seconds, nowMs: line.lineNow() }) };
}
