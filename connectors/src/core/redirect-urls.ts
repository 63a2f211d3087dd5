import type { CompiledConfig, Rule } from "./compile-config.ts";
import type { EndedSession } from "./decision.ts";
import { joinFields } from "./fields.ts";
import { encodePercent } from "./percent-encoding.ts";

/** What every redirect to the waiting room tells it. */
export interface RedirectContext {
  readonly rule: Rule;
  readonly options: {
    readonly customerId: string;
    readonly config: CompiledConfig;
    readonly connectorVersion: string;
    /** Replaces `https://` and the config's queue domain. */
    readonly waitingRoomOrigin?: string | undefined;
  };
}

/** Longer values are left out, so that no visitor can make an address that servers refuse. */
const MAX_VALUE_CHARACTERS = 8192;

/** Writes what has a value; the order is kept. */
export function formatQuery(fields: Readonly<Record<string, string | number | undefined>>): string {
  return joinFields(
    Object.entries(fields).map(([name, value = ""]) => {
      const text = String(value);
      return [name, text.length > MAX_VALUE_CHARACTERS ? "" : encodePercent(text)];
    }),
  );
}

/** Where the waiting room begins, for example `https://room.example/prefix/`. */
export function baseUrl({ rule, options }: RedirectContext): string {
  const { waitingRoomOrigin = `https://${rule.queueDomain}` } = options;
  const prefix = rule.pathPrefix.replace(/^\/|\/$/g, "");
  return `${waitingRoomOrigin.replace(/\/$/, "")}/${prefix && `${prefix}/`}`;
}

function identityOf({ rule, options }: RedirectContext) {
  return {
    c: options.customerId,
    e: rule.eventId,
    ver: options.connectorVersion,
    cver: options.config.version,
    man: rule.name,
  };
}

/**
 * Where a visitor goes to queue, or to read about an error. Of what a visitor has written, any
 * character that nothing genuine has is percent-encoded, so that it cannot break the header.
 *
 * @param path - "" or that of an error page, with "/" at its end
 * @param fields - what is said besides, in the order of the protocol
 */
export function roomUrl(
  context: RedirectContext,
  path: string,
  fields: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = formatQuery({ ...identityOf(context), ...context.rule.look, ...fields });
  return `${baseUrl(context)}${path}?${query}`;
}

/** Where a visitor goes to give sessions back: one address for one event, another for several. */
export function cancelUrl(
  context: RedirectContext,
  ended: readonly EndedSession[],
  targetUrl: string,
): string {
  const { rule, options } = context;
  const customer = encodePercent(options.customerId);
  const queueId = encodePercent(ended[0]?.queueId ?? "");
  const isOfSeveral = rule.eventIds.length > 1;
  const path = isOfSeveral
    ? `multiple/${customer}`
    : `${customer}/${rule.eventId}${queueId && `/${queueId}`}`;
  const rooms = ended.map((one) => one.eventId + (one.queueId && `~${one.queueId}`));
  const identity = isOfSeveral ? { wrl: rooms.join("_") } : identityOf(context);
  return `${baseUrl(context)}cancel/${path}?${formatQuery({ ...identity, r: targetUrl })}`;
}
