import { readingsFor } from "./find-rules.ts";
import type { Trigger } from "./integration-config.ts";
import { decodeAll } from "./readings.ts";
import {
  type ConnectorRequest,
  type Reading,
  type RequestView,
  URL_PARTS,
  viewRequest,
} from "./request.ts";
import { slashEndsOf } from "./slash-ends.ts";
import { isTriggerType, READERS } from "./trigger-types.ts";
import { asText, listOf, membersOf } from "./untrusted.ts";

/** An escape of something that may mean more than itself where it stands unescaped, as "/" does. */
const MEANS_MORE = /%(?!20|[89a-f])/i;

/**
 * A value of an address in every spelling: rules may have it with escapes, and readings have none. What is denied
 * keeps the escapes that make a difference, so that more is never denied than what was written.
 */
function spellings(value: string, isNegative: boolean): readonly string[] {
  return isNegative && MEANS_MORE.test(value) ? [value] : [value, decodeAll(value)];
}

/** A condition made ready for many requests. */
export type Matcher = (view: RequestView, reading: Reading) => boolean;

function compilePart(given: unknown): Matcher {
  const part = membersOf(given);
  const type = asText(part["ValidatorType"]);
  const read = isTriggerType(type) && READERS[type];
  const urlPart = URL_PARTS.indexOf(part["UrlPart"]);
  const isNegative = Boolean(part["IsNegative"]);
  const fold = (text: string): string => (part["IsIgnoreCase"] ? text.toUpperCase() : text);
  const [operator, kind, any] = /^(Equals|Contains)(Any)?$/.exec(asText(part["Operator"])) ?? [];
  const list = any ? part["ValuesToCompare"] : [part["ValueToCompare"]];
  const values = [list ?? []].flat().map(asText);
  const wanted = values.map(fold);
  const isAddress = type === "UrlValidator";
  const spelled = isAddress
    ? [...new Set(values.flatMap((value) => spellings(value, isNegative)).map(fold))]
    : wanted;
  // The star stands for any value that is not empty, and wins even over a negation.
  const isStar = operator === "Contains" && wanted[0] === "*";
  return (view, reading) => {
    // An unknown type or operator matches nothing, negated or not.
    if (!read || !operator) return false;
    const found = read(view, part, urlPart, reading);
    if (found === undefined) return false;
    // An address comes in capitals already, worked out once for all rules.
    const text = isAddress ? found : fold(found);
    const sought = reading.isExact ? wanted : spelled;
    const isWanted =
      kind === "Equals"
        ? sought.includes(text)
        : sought.some((one) => text.includes(one) || (one === "*" && text !== ""));
    return isWanted !== isNegative || (isStar && text !== "");
  };
}

/**
 * Makes a trigger ready for matching. Unknown words in it are no error: they match as the public
 * JavaScript connector does.
 *
 * @param name - names the trigger in what is thrown
 * @throws Error when it has no list of parts
 */
export function compileTrigger(trigger: unknown, name: string): Matcher {
  const { LogicalOperator, TriggerParts } = membersOf(trigger);
  const parts = listOf(TriggerParts, name).map(compilePart);
  return LogicalOperator === "Or"
    ? (view, reading) => parts.some((holds) => holds(view, reading))
    : (view, reading) => parts.every((holds) => holds(view, reading));
}

/** Whether a condition of a trigger cannot be told without the host. */
export function asksForHost(trigger: unknown): boolean {
  return listOf(membersOf(trigger)["TriggerParts"], "").some((given) => {
    const { UrlPart, HttpHeaderName } = membersOf(given);
    return /HostName|PageUrl/.test(asText(UrlPart)) || /^host$/i.test(asText(HttpHeaderName));
  });
}

/**
 * Whether any of the triggers matches a request: what the console's preview asks. A connector
 * asks the same through its compiled config.
 *
 * @param exactKnownUser - see `DecideOptions`
 */
export function matchesTriggers(
  triggers: readonly Trigger[],
  request: ConnectorRequest,
  exactKnownUser?: boolean,
): boolean {
  const view = viewRequest(request, exactKnownUser);
  const matchers = triggers.map((trigger) => compileTrigger(trigger, "Triggers"));
  const readings = readingsFor(view, slashEndsOf(triggers));
  return readings.some((reading) => matchers.some((matches) => matches(view, reading)));
}
