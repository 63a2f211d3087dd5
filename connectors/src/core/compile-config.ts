import { anyOf, compileTrigger, type Matcher } from "./triggers.ts";
import { asText, membersOf, type UnknownRecord } from "./untrusted.ts";

const EVENT_ID = /^[A-Za-z0-9.-]{1,64}$/;
/** What breaks neither an address nor a header. */
const HARMLESS = /^[\w.:[\]/~-]*$/;
const QUEUE_DOMAIN = /^[\w.:[\]/~-]+$/;
const MAX_VALIDITY_MINUTES = 60 * 24 * 365;

/** An integration made ready for many requests. */
export interface Rule {
  readonly matches: Matcher;
  readonly name: string;
  /** `Queue` or `Cancel`; anything else lets the request through, and nothing below counts. */
  readonly action: string;
  /** The event that visitors are sent to. */
  readonly eventId: string;
  /** That event first, then the others whose sessions count as well. */
  readonly eventIds: readonly string[];
  readonly queueDomain: string;
  readonly pathPrefix: string;
  /** How long a session lasts, and whether visits extend it. */
  readonly validityMinutes: number;
  readonly isExtended: boolean;
  /** What a session cookie has behind its value and `Expires`. */
  readonly cookieAttributes: string;
  /** What the waiting room's pages are to look like. */
  readonly look: { readonly cid: string; readonly l: string };
  /** Where visitors come back to: "" leaves it to the event, null is where they are. */
  readonly targetUrl: string | null;
  /** The integration as it was published. */
  readonly source: UnknownRecord;
}

/** An integration config made ready for many requests. Compile once per version. */
export interface CompiledConfig {
  readonly version: number;
  /** "" when the config does not say. */
  readonly customerId: string;
  readonly rules: readonly Rule[];
}

/** The outcome of {@link compileConfig}. */
export type ConfigCompilation =
  | { readonly ok: true; readonly config: CompiledConfig }
  | { readonly ok: false; readonly problem: string };

/** @throws Error naming what cannot be obeyed */
export function refuse(what: string): never {
  throw new Error(`The config is refused for its ${what}`);
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function targetUrlOf({ RedirectLogic, ForcedTargetUrl }: UnknownRecord): string | null {
  if (RedirectLogic === "ForcedTargetUrl") return asText(ForcedTargetUrl);
  return RedirectLogic === "EventTargetUrl" ? "" : null;
}

/** @param path - names the integration in what is thrown when it cannot be obeyed */
function compileRule(source: UnknownRecord, path: string): Rule {
  const action = asText(source["ActionType"]);
  const isQueue = action === "Queue";
  const isActing = isQueue || action === "Cancel";
  const check = (key: string, text: string, pattern: RegExp): string =>
    isActing && !pattern.test(text) ? refuse(path + key) : text;
  const read = (key: string, pattern: RegExp = /^/): string =>
    check(key, asText(source[key]), pattern);

  const eventId = read("EventId", EVENT_ID);
  const others = (listOf(source["InvolvedWaitingRoomIds"]) ?? []).map((id) =>
    check("InvolvedWaitingRoomIds", asText(id), EVENT_ID),
  );
  const validityMinutes = Number(source["CookieValidityMinute"]);
  const isValidity = validityMinutes > 0 && validityMinutes <= MAX_VALIDITY_MINUTES;
  if (isQueue && !isValidity) refuse(`${path}CookieValidityMinute`);
  const triggers = listOf(source["Triggers"]) ?? refuse(`${path}Triggers`);
  const domain = read("CookieDomain", HARMLESS);
  return {
    matches: anyOf(triggers.map((trigger) => compileTrigger(trigger) ?? refuse(`${path}Triggers`))),
    name: read("Name"),
    action,
    eventId,
    eventIds: [...new Set([eventId, ...others])],
    queueDomain: read("QueueDomain", QUEUE_DOMAIN),
    pathPrefix: read("QueuePathPrefix", HARMLESS),
    validityMinutes,
    isExtended: Boolean(source["ExtendCookieValidity"]),
    cookieAttributes:
      (domain && `; Domain=${domain}`) +
      (source["IsCookieHttpOnly"] ? "; HttpOnly" : "") +
      (source["IsCookieSecure"] ? "; Secure" : ""),
    look: { cid: read("Culture"), l: read("LayoutName") },
    targetUrl: targetUrlOf(source),
    source,
  };
}

/**
 * As {@link compileConfig}, for those who treat a config that cannot be obeyed as one that cannot be
 * read.
 *
 * @throws Error saying what is wrong with it
 */
export function readConfig(config: unknown): CompiledConfig {
  const { Version, CustomerId, Integrations } = membersOf(config);
  const version = Number(Version);
  if (!(Number.isInteger(version) && version >= 1)) refuse("Version");
  const integrations = listOf(Integrations) ?? refuse("Integrations");
  const rules = integrations.map((integration, index) =>
    compileRule(membersOf(integration), `Integrations.${index + 1}.`),
  );
  return { version, customerId: asText(CustomerId), rules };
}

/**
 * Checks a parsed integration config and makes it ready for matching. Unknown words and unknown
 * keys are accepted, as the protocol asks. Refused is only what could not be obeyed (a rule
 * without triggers, a queue without an address): a rule that cannot be obeyed must not open the
 * site, so the caller keeps its last good config instead. Never throws.
 *
 * @param config - the parsed JSON, whatever it is
 */
export function compileConfig(config: unknown): ConfigCompilation {
  try {
    return { ok: true, config: readConfig(config) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
