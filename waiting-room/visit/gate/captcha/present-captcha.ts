import { addressGroup } from "@/connectors/src/host/address-group";
import type { Source } from "@/lib/line/scripts/sources";
import { addressOf, type Exchange } from "@/waiting-room/http/http";
import { askerOf, type Joiner } from "@/waiting-room/visit/gate/asker";
import { challengeOf } from "@/waiting-room/visit/gate/challenge/challenge-of";
import { aboutOf } from "@/waiting-room/visit/gate/challenge/proofs";
import type { Check } from "@/waiting-room/visit/gate/check";
import { sourceKey } from "@/waiting-room/visit/gate/limits/source-key";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { CaptchaKeys } from "./ask-vendor";
import { type CaptchaProof, isCaptchaSeed, readCaptchaProof } from "./captcha-proof";

/** Joins in a minute that an address class gets by saying that the vendor's script cannot be loaded: nobody can check it. */
const JOINS_UNLOADED = 6;

export type CaptchaContext = Pick<
  ServerContext,
  "captchas" | "captchaKeys" | "customers" | "eventKeys"
>;

/** What a join has brought of its event's CAPTCHA. */
export type Presented =
  /** No token: whether something has to be asked is decided elsewhere. */
  | { readonly type: "nothing" }
  /** A token that is worth nothing. */
  | { readonly type: "refused" }
  | { readonly type: "solved" }
  /** The vendor did not answer, and the event has something else asked instead. */
  | { readonly type: "away" }
  /** The vendor is away, and the event lets people join meanwhile, within the limits. */
  | { readonly type: "let-join" }
  /** The same for who says so of themselves: counted by a source of its own. */
  | { readonly type: "counted"; readonly source: Source };

const NOTHING_PRESENTED: Presented = { type: "nothing" };

/** Asks the vendor about what was brought of the event's CAPTCHA; what it proves needs no other proof. */
export const CAPTCHA: Check = {
  judge: async (judging) => {
    const { context, exchange, joiner } = judging;
    judging.presented = await presentCaptcha(context, exchange, joiner);
    return null;
  },
};

/**
 * What was brought; the vendor is asked here, before the join call. While it is away the event's
 * setting decides.
 */
async function presentCaptcha(
  context: CaptchaContext,
  exchange: Exchange,
  joiner: Joiner,
): Promise<Presented> {
  const { settings } = joiner.line;
  const { whenDown } = challengeOf(settings);
  const customer = await context.customers.find(settings.customerId);
  const keys = context.captchaKeys(settings, customer);
  // Without keys there is no CAPTCHA: the event asks for work.
  if (keys === null) return NOTHING_PRESENTED;
  const proof = readCaptchaProof(joiner.form.get("proof"));
  if (proof?.type === "token") {
    const result = await checkToken(context, exchange, joiner, { keys, proof });
    if (result !== "down") return { type: result };
    return { type: whenDown === "join" ? "let-join" : "away" };
  }
  if (whenDown !== "join" || proof?.type === "other") return NOTHING_PRESENTED;
  if (context.captchas.isDown(settings.customerId, keys)) return { type: "let-join" };
  if (proof === null) return NOTHING_PRESENTED;
  return { type: "counted", source: sourceOfUnloaded(context, exchange, joiner) };
}

type Brought = {
  readonly keys: CaptchaKeys;
  readonly proof: Extract<CaptchaProof, { readonly type: "token" }>;
};

async function checkToken(
  context: CaptchaContext,
  exchange: Exchange,
  joiner: Joiner,
  { keys, proof }: Brought,
) {
  const { line } = joiner;
  const asker = askerOf(exchange, joiner);
  const key = context.eventKeys.of(line.settings);
  if (!isCaptchaSeed(key, asker, proof.seed, line.lineNow())) return "refused" as const;
  return context.captchas.check({
    customerId: line.settings.customerId,
    keys,
    token: proof.token,
    about: aboutOf(asker),
    host: hostnameOf(exchange),
    address: exchange.address,
    minimalScore: challengeOf(line.settings).minimalScore / 100,
  });
}

/** The host by which the visitor's browser knows this server. */
function hostnameOf(exchange: Exchange): string {
  return new URL(addressOf(exchange, "/")).hostname;
}

function sourceOfUnloaded(context: CaptchaContext, exchange: Exchange, { line }: Joiner): Source {
  const key = context.eventKeys.of(line.settings);
  const limit = { perMinute: JOINS_UNLOADED, perRun: null };
  return { key: sourceKey(key, "captcha unloaded", addressGroup(exchange.address)), limit };
}
