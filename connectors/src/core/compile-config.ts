import { type CompiledPasses, readPasses } from "./pass.ts";
import { type SlashEnds, slashEndsOf } from "./slash-ends.ts";
import { asksForHost, compileTrigger, type Matcher } from "./triggers.ts";
import { asText, listOf, membersOf, refuse, type UnknownRecord } from "./untrusted.ts";

const EVENT_ID = /^[A-Za-z0-9.-]{1,64}$/;
/** What breaks neither an address nor a header. */
const HARMLESS = /^[\w.:[\]/~-]*$/;
const COUNT = /^[1-9]\d*$/;
const QUEUE_DOMAIN = /^[\w.:[\]/~-]+$/;

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
  /** The key of the lane that the rule's visitors get; "" for the event's own choice. */
  readonly lane: string;
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
  /** Where a slash at the end of an address makes a difference to the rules. */
  readonly slashEnds: SlashEnds;
  /** Whether a rule asks for the host, alone or within the whole address. */
  readonly asksForHost: boolean;
  /** What signs passes, and which events have them. */
  readonly passes: CompiledPasses;
}

/** The outcome of {@link compileConfig}. */
export type ConfigCompilation =
  | { readonly ok: true; readonly config: CompiledConfig }
  | { readonly ok: false; readonly problem: string };

function targetUrlOf({ RedirectLogic, ForcedTargetUrl }: UnknownRecord): string | null {
  if (RedirectLogic === "ForcedTargetUrl") return asText(ForcedTargetUrl);
  return RedirectLogic === "EventTargetUrl" ? "" : null;
}

/** @param path - names the integration in what is thrown when it cannot be obeyed */
function compileRule(source: UnknownRecord, path: string): Rule {
  const action = asText(source["ActionType"]);
  const isQueue = action === "Queue";
  const isActing = isQueue || action === "Cancel";
  const read = (key: string, pattern: RegExp, value: unknown = source[key]): string => {
    const text = asText(value);
    return isActing && !pattern.test(text) ? refuse(path + key) : text;
  };

  const eventId = read("EventId", EVENT_ID);
  const involved = [source["InvolvedWaitingRoomIds"] ?? []]
    .flat()
    .map((id) => read("InvolvedWaitingRoomIds", EVENT_ID, id));
  const triggers = listOf(source["Triggers"], `${path}Triggers`).map((trigger) =>
    compileTrigger(trigger, `${path}Triggers`),
  );
  const domain = read("CookieDomain", HARMLESS);
  return {
    matches: (view, reading) => triggers.some((isMet) => isMet(view, reading)),
    name: asText(source["Name"]),
    action,
    eventId,
    eventIds: [...new Set([eventId, ...involved])],
    queueDomain: read("QueueDomain", QUEUE_DOMAIN),
    pathPrefix: read("QueuePathPrefix", HARMLESS),
    validityMinutes: Number(read("CookieValidityMinute", isQueue ? COUNT : /^/)),
    isExtended: Boolean(source["ExtendCookieValidity"]),
    cookieAttributes:
      (domain && `; Domain=${domain}`) +
      (source["IsCookieHttpOnly"] ? "; HttpOnly" : "") +
      (source["IsCookieSecure"] ? "; Secure" : ""),
    lane: read("Lane", HARMLESS),
    look: { cid: asText(source["Culture"]), l: asText(source["LayoutName"]) },
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
  const { Version, CustomerId, Integrations, Passes } = membersOf(config);
  if (!COUNT.test(asText(Version))) refuse("Version");
  const rules = listOf(Integrations, "Integrations").map((integration, index) =>
    compileRule(membersOf(integration), `Integrations.${index + 1}.`),
  );
  const triggers = rules.flatMap(({ source }) => listOf(source["Triggers"], "Triggers"));
  return {
    version: Number(Version),
    customerId: asText(CustomerId),
    rules,
    slashEnds: slashEndsOf(triggers),
    asksForHost: triggers.some(asksForHost),
    passes: readPasses(Passes),
  };
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
