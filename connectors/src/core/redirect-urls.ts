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

type Fields = Readonly<Record<string, string | number | undefined>>;

/**
 * Writes what has a value; the order is kept. Values of more than 8,192 characters are left out, so that
 * no visitor can make an address that servers refuse.
 */
export function formatQuery(fields: Fields): string {
  return joinFields(
    Object.entries(fields).map(([name, value = ""]) => {
      const text = String(value);
      return [name, text.length > 8192 ? "" : encodePercent(text)];
    }),
  );
}

/** Where the waiting room begins, for example `https://room.example/prefix/`. */
export function baseUrl({ rule, options }: RedirectContext): string {
  const { waitingRoomOrigin = `https://${rule.queueDomain}` } = options;
  return `${waitingRoomOrigin}/${rule.pathPrefix}/`.replace(/([^:])\/+/g, "$1/");
}

/** What a redirect says of itself; the order is that of the protocol. */
export function identityOf({ rule, options }: RedirectContext): Fields {
  return {
    c: options.customerId,
    e: rule.eventId,
    ver: options.connectorVersion,
    cver: options.config.version,
    man: rule.name,
  };
}

/**
 * An address of the waiting room. Of what a visitor has written, any character that nothing genuine
 * has is percent-encoded, so that it cannot break the header.
 *
 * @param fields - what has no value is left out; the order is kept
 */
export function roomUrl(context: RedirectContext, path: string, fields: Fields): string {
  return `${baseUrl(context)}${path}?${formatQuery(fields)}`;
}

/** Where a visitor goes to give sessions back: one address for one event, another for several. */
export function cancelUrl(
  context: RedirectContext,
  ended: readonly EndedSession[],
  targetUrl: string,
): string {
  const { eventId, eventIds } = context.rule;
  const { customerId } = context.options;
  const isOfSeveral = eventIds.length > 1;
  const path = isOfSeveral
    ? ["multiple", customerId]
    : [customerId, eventId, ended[0]?.queueId ?? ""].filter(Boolean);
  const rooms = ended.map((one) => [one.eventId, one.queueId].filter(Boolean).join("~"));
  const identity = isOfSeveral ? { wrl: rooms.join("_") } : identityOf(context);
  const fields = { ...identity, r: targetUrl };
  return roomUrl(context, `cancel/${path.map(encodePercent).join("/")}`, fields);
}
