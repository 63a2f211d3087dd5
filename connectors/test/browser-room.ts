import {
  findQueueToken,
  removeQueueToken,
  type SecretList,
  sealSessionCookie,
  verifyQueueToken,
  verifySessionCookie,
} from "../src/core/index.ts";
import { toClientConfig } from "./browser-rules.ts";
import type { SiteSetup } from "./conformance/site.ts";

/** The rules as a script, pulled from where servers pull them; null when there are none. */
export async function configScript(setup: SiteSetup): Promise<string | null> {
  const text = await fetch(setup.configUrl, { headers: { "api-key": setup.apiKey } }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  if (text === null) return null;
  try {
    const json = JSON.stringify(toClientConfig(JSON.parse(text)));
    return `QueueIt.Javascript.PageEventIntegration.initQueueClient(${json})`;
  } catch {
    return null;
  }
}

const VALIDITY_MINUTES = 20;

function secretsOf(setup: SiteSetup, eventId: string): SecretList {
  return setup.eventSecrets?.[eventId] ?? setup.secrets;
}

/** The session that a page gets for what it holds: text, a word for an error, or null. */
function admit(
  setup: SiteSetup,
  eventId: string,
  held: { readonly value: string; readonly queueToken: string | null },
): { readonly session?: string; readonly error?: string } {
  const secrets = secretsOf(setup, eventId);
  const nowUnixSeconds = Math.floor(Date.now() / 1000);
  const expected = { secrets, nowUnixSeconds, eventId, cookieValidityMinutes: VALIDITY_MINUTES };
  const goesOn = verifySessionCookie(held.value, expected);
  if (goesOn.valid) {
    const cookie = { ...goesOn.cookie, issuedUnixSeconds: nowUnixSeconds };
    return { session: goesOn.extendable ? sealSessionCookie(cookie, secrets[0]) : held.value };
  }
  if (held.queueToken === null) return {};
  const check = verifyQueueToken(held.queueToken, { ...expected, eventIds: [eventId] });
  if (!check.valid) return { error: check.error };
  if (check.token.redirectType === "debug") return {};
  const session = sealSessionCookie(
    {
      eventId,
      queueId: check.token.queueId,
      fixedValidityMinutes: check.token.cookieValidityMinutes,
      redirectType: check.token.redirectType,
      issuedUnixSeconds: nowUnixSeconds,
      hashedIp: "",
    },
    secrets[0],
  );
  return { session };
}

/** What the waiting room says to a page that asks at this address, as a script. */
export function verdictScript(setup: SiteSetup, address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const [, customerId = "", eventId = ""] =
    /javascriptqueue\/([^/]+)\/([^/]+)/.exec(pathname) ?? [];
  const target = searchParams.get("t") ?? "";
  const queueToken = searchParams.get("queueittoken") ?? findQueueToken(target);
  const admitted = admit(setup, eventId, { value: searchParams.get("_cval") ?? "", queueToken });
  const query = [`c=${customerId}`, `e=${eventId}`];
  for (const name of ["ver", "cver", "man", "cid", "l", "enqueuetoken"]) {
    const value = searchParams.get(name);
    if (value !== null) query.push(`${name}=${encodeURIComponent(value)}`);
  }
  if (target !== "") query.push(`t=${encodeURIComponent(removeQueueToken(target))}`);
  if (admitted.error !== undefined)
    query.push(`queueittoken=${encodeURIComponent(queueToken ?? "")}`);
  const path = admitted.error === undefined ? "/" : `/error/${admitted.error}/`;
  const prefix = /^(\/.+)?\/javascriptqueue\//.exec(pathname)?.[1] ?? "";
  const verdict = {
    redirect: admitted.session === undefined,
    redirectUrl: `${origin}${prefix}${path}?${query.join("&")}`,
    isError: admitted.error !== undefined,
    cookieValue: admitted.session ?? "",
    fixedCookieValidity: null,
  };
  return `window.queueit[${JSON.stringify(customerId)}][${JSON.stringify(eventId)}].enqueue(${JSON.stringify(verdict)})`;
}
