import type { EventSettings } from "@/lib/domain/event/settings";
import type { PublishedCaptchaKeys } from "@/lib/line/commands/published";
import { captchaSealContext } from "@/lib/secrets/captcha-seal";
import { type MasterKey, unseal } from "@/lib/secrets/seal";
import { challengeOf } from "@/waiting-room/visit/gate/challenge/challenge-of";
import type { CaptchaKeys } from "./ask-vendor";

const KEPT = 10_000;

type KeysOwner = { readonly captchaKeys?: readonly PublishedCaptchaKeys[] };

/** The keys that an event's CAPTCHA needs; null where it has none, or its customer has given none. */
export type CaptchaKeyRing = (
  settings: EventSettings,
  customer: KeysOwner | null,
) => CaptchaKeys | null;

/** Opens secrets of vendors, each once. A secret that cannot be opened counts as none. */
export function createCaptchaKeyRing(
  masters: readonly MasterKey[],
  log: (error: unknown) => void,
): CaptchaKeyRing {
  const opened = new Map<string, string | null>();

  function open(customerId: string, sealed: string): string | null {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    if (opened.size >= KEPT) opened.clear();
    let secret: string | null = null;
    try {
      secret = unseal(masters, captchaSealContext(customerId), sealed);
    } catch (error) {
      log(error);
    }
    opened.set(sealed, secret);
    return secret;
  }

  return (settings, customer) => {
    const { kind, provider } = challengeOf(settings);
    if (kind !== "captcha") return null;
    const held = customer?.captchaKeys?.find((keys) => keys.provider === provider);
    if (held === undefined) return null;
    const secret = open(settings.customerId, held.sealed);
    return secret === null ? null : { provider: held.provider, siteKey: held.siteKey, secret };
  };
}
