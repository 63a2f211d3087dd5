import type { CaptchaChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Exchange } from "@/waiting-room/http/http";
import type { Joiner } from "@/waiting-room/visit/gate/asker";
import { challengeOf } from "@/waiting-room/visit/gate/challenge/challenge-of";
import type { Asker } from "@/waiting-room/visit/gate/challenge/proofs";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { CAPTCHA_LIVES_MS, readCaptchaProof, seedCaptcha } from "./captcha-proof";

/** While the vendor is away, those who are held ask again after about so long. */
const HELD_MS = 10_000;

/** Who is asked, and whether the vendor has just failed to answer for them. */
export type CaptchaAsked = Joiner & { readonly isAway?: boolean };

/**
 * The CAPTCHA that is asked for instead of proof of work; null where it is proof of work: the event says so, its customer
 * has no keys, the visitor would rather, or the vendor is away and the event does not hold people meanwhile.
 */
export function offerCaptcha(
  context: ServerContext,
  exchange: Exchange,
  asked: CaptchaAsked,
  asker: Asker,
): CaptchaChallenge | null {
  const { line, form } = asked;
  const { settings } = line;
  const { kind, whenDown } = challengeOf(settings);
  if (kind !== "captcha") return null;
  const keys = context.captchaKeys(settings, context.customers.held(settings.customerId) ?? null);
  if (keys === null) return null;
  const proof = readCaptchaProof(form.get("proof"))?.type;
  const isDown = asked.isAway === true || context.captchas.isDown(settings.customerId, keys);
  const isAway = isDown || proof === "unloaded";
  if (isAway && whenDown !== "hold") return null;
  if (!isAway && proof === "other") return null;
  const { customerId, eventId } = settings;
  return {
    kind: "captcha",
    provider: keys.provider,
    siteKey: keys.siteKey,
    seed: seedCaptcha(context.eventKeys.of(settings), asker, line.lineNow()),
    retryAfterMs: isAway ? Math.round(HELD_MS * (0.75 + 0.5 * Math.random())) : null,
    frame: exchange.link(`/line/${customerId}/${eventId}/captcha`),
    joinId: asker.joinId,
    expiresInMs: CAPTCHA_LIVES_MS,
    script: exchange.link(context.captchaScript.path),
  };
}
