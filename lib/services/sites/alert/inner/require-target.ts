import type { AlertChannelKind } from "@/lib/domain/alert/channel";
import { env } from "@/lib/platform/env";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { readPushUrl } from "@/lib/platform/push/push-url";
import { invalidField } from "@/lib/services/ground/errors";
import { sealChannelSecret } from "../channel-secret";

type Wish = {
  readonly roles: readonly string[];
  readonly addresses: readonly string[];
  readonly secret: string | null;
};

const KEY_RULES = {
  pagerduty: { takes: /^[a-zA-Z0-9]{32}$/, says: "Enter the 32 characters of an integration key." },
  opsgenie: { takes: /^[\w-]{10,100}$/, says: "Enter the key of an API integration." },
} as const;
const HINT_CHARACTERS = 4;

/**
 * Where a channel may send, as it is stored; without `sealed` where the secret of before stays. Throws `invalid` for an
 * address that nothing may be sent to, a key that can be none, and an e-mail to nobody.
 */
export function requireTarget(
  kind: AlertChannelKind,
  { roles, addresses, secret }: Wish,
  { wireId, isNew }: { readonly wireId: string; readonly isNew: boolean },
) {
  if (kind === "email") {
    if (roles.length + addresses.length === 0)
      throw invalidField("addresses", "Select a role or enter an e-mail address.");
    return { roles: [...new Set(roles)], addresses: [...new Set(addresses)] };
  }
  if (secret === null) {
    if (!isNew) return {};
    throw invalidField("secret", "Enter the URL or the key.");
  }
  const { text, hint } = readSecret(kind, secret);
  return { sealed: sealChannelSecret(wireId, text), hint };
}

function readSecret(
  kind: Exclude<AlertChannelKind, "email">,
  secret: string,
): { readonly text: string; readonly hint: string } {
  if (kind === "slack" || kind === "teams") {
    const reading = readPushUrl(secret, allowedHostsOf(env.allowedPrivateHosts()));
    if (!reading.ok) throw invalidField("secret", reading.reason);
    return { text: reading.url, hint: new URL(reading.url).host };
  }
  const { takes, says } = KEY_RULES[kind];
  if (!takes.test(secret)) throw invalidField("secret", says);
  return { text: secret, hint: `…${secret.slice(-HINT_CHARACTERS)}` };
}
