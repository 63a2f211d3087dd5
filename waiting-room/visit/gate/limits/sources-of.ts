import { addressClasses } from "@/connectors/src/host/address-group";
import type { SourceLimit } from "@/lib/domain/join-limit/join-limit";
import {
  DIRECT_ENTRIES,
  DIRECT_ENTRIES_OF_SITE,
  type LimitSetting,
  NO_LIMITS,
} from "@/lib/domain/join-limit/limit-setting";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { MARKS } from "@/lib/domain/score/marks";
import type { Guesser } from "@/lib/line/commands/code-guesses";
import type { Source } from "@/lib/line/scripts/sources";
import { type Exchange, header } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { cookieValues } from "@/waiting-room/place/cookies";
import { offerChallenge } from "@/waiting-room/visit/gate/challenge/offer-challenge";
import type { Check, Judging } from "@/waiting-room/visit/gate/check";
import { listHas } from "@/waiting-room/visit/memory/address-lists";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { sourceKey } from "./source-key";

const UNLIMITED = { perMinute: null, perRun: null } as const;

/** Finds the sources that a join is counted by. */
export const LIMITS: Check = {
  judge: (judging) => {
    const { context, exchange, joiner } = judging;
    const limits = joiner.line.settings.protection?.limits ?? NO_LIMITS;
    if (limits.networks.length === 0) return countBySources(judging, limits, NO_NETWORKS);
    return networksOf(context, exchange, joiner.line).then((networks) =>
      countBySources(judging, limits, networks),
    );
  },
};

/**
 * What a join is counted by: the classes of its address, the customer's networks that have it, and who it is. Nothing
 * that a client writes is believed: headers count only from a trusted proxy.
 */
function countBySources(judging: Judging, limits: LimitSetting, networks: Networks): null {
  const { context, exchange, joiner } = judging;
  const { line } = joiner;
  const sources = byAddress(context, exchange, line, networks.isReplaced ? null : limits);
  sources.unshift(...networks.sources);
  if (limits.asn !== null) sources.push(...byAsn(context, exchange, line, limits.asn));
  if (limits.identity !== null)
    sources.push(...byIdentity(context, exchange, line, limits.identity));
  judging.isNetwork = networks.isReplaced;
  judging.sources = asksNobody(line) ? onlyCounted(sources) : sources;
  return null;
}

/** True where limits only mark a place, because the event asks for no challenge. */
function asksNobody({ settings }: EventLine): boolean {
  return (settings.protection ?? UNPROTECTED).challenge.when === "never";
}

/** Requires a proof from an address that has joined the customer's events too often. */
export const EVENTS_TOGETHER: Check = {
  judge: (judging) => {
    const { context, exchange, joiner, proven } = judging;
    const { line } = joiner;
    const load = judging.isNetwork ? 0 : loadAcross(context, exchange, line);
    if (load === 0) return null;
    judging.marks |= MARKS.manyEvents;
    if (asksNobody(line)) return null;
    judging.load = load;
    return proven.type === "nothing" ? offerChallenge(context, exchange, joiner, load) : null;
  },
  joined: noteJoin,
};

/** The classes of the address; without limits they are only counted. */
function byAddress(
  { eventKeys }: Pick<ServerContext, "eventKeys">,
  { address }: Pick<Exchange, "address">,
  { settings }: EventLine,
  limits: LimitSetting | null,
): Source[] {
  const key = eventKeys.of(settings);
  const marked = limits === null ? null : markedLimitsOf(limits);
  return addressClasses(address).map(({ kind, name }) => ({
    key: sourceKey(key, kind, name),
    limit: marked === null ? UNLIMITED : marked[kind],
  }));
}

type MarkedLimits = Readonly<Record<"address" | "site", SourceLimit>>;
/** Limits are replaced with their settings, never changed: the same ones are told to the line as one. */
const markedLimits = new WeakMap<LimitSetting, MarkedLimits>();

function markedLimitsOf(limits: LimitSetting): MarkedLimits {
  const known = markedLimits.get(limits);
  if (known !== undefined) return known;
  const mark = MARKS.addressBusy;
  const made = { address: { ...limits.address, mark }, site: { ...limits.site, mark } };
  markedLimits.set(limits, made);
  return made;
}

/** Counts a join at all events of the customer, where one of them looks at that. */
export function noteJoin(
  { customerSums }: Pick<ServerContext, "customerSums">,
  { address }: Pick<Exchange, "address">,
  { settings }: EventLine,
): void {
  const limits = settings.protection?.limits;
  if (limits?.isOn && limits.acrossEvents !== null) customerSums.note(settings.customerId, address);
}

/** What direct entries are counted by where no limits are set. */
export function sourcesOfEntry(
  context: Pick<ServerContext, "eventKeys">,
  exchange: Exchange,
  line: EventLine,
): readonly Source[] {
  const key = context.eventKeys.of(line.settings);
  const limits = { address: DIRECT_ENTRIES, site: DIRECT_ENTRIES_OF_SITE };
  return addressClasses(exchange.address).map(({ kind, name }) => {
    return { key: sourceKey(key, `entry ${kind}`, name), limit: limits[kind] };
  });
}

/** Who guesses codes at an event, by each class of the address. */
export function guessersOf(
  context: Pick<ServerContext, "eventKeys">,
  { address }: Pick<Exchange, "address">,
  { settings }: EventLine,
): readonly Guesser[] {
  const key = context.eventKeys.of(settings);
  return addressClasses(address).map(({ kind, name }) => {
    return { kind, name: sourceKey(key, `guess ${kind}`, name).toString("base64url") };
  });
}

/** The same sources, which count and ask nobody for a challenge. What no challenge opens stays closed. */
export function onlyCounted(sources: readonly Source[]): readonly Source[] {
  return sources.map(({ key, limit }) => {
    return { key, limit: limit.beyond === "refuse" ? limit : { ...limit, beyond: "mark" } };
  });
}

function loadAcross(
  { customerSums }: Pick<ServerContext, "customerSums">,
  { address }: Pick<Exchange, "address">,
  { settings }: EventLine,
): number {
  const acrossEvents = settings.protection?.limits.acrossEvents ?? null;
  return acrossEvents === null
    ? 0
    : Math.floor(customerSums.of(settings.customerId, address) / acrossEvents);
}

/** `isReplaced`: they count instead of the address. */
type Networks = { readonly sources: readonly Source[]; readonly isReplaced: boolean };
const NO_NETWORKS: Networks = { sources: [], isReplaced: false };

/** The customer's networks that have the address of a join. */
async function networksOf(
  context: ServerContext,
  exchange: Exchange,
  { settings }: EventLine,
): Promise<Networks> {
  const { networks = [] } = settings.protection?.limits ?? {};
  const key = context.eventKeys.of(settings);
  const sources: Source[] = [];
  let isReplaced = false;
  for (const { list, replacesAddress, perMinute, perRun } of networks) {
    if (!(await listHas(context, settings.customerId, list, exchange.address))) continue;
    const limit = { perMinute, perRun, mark: MARKS.addressBusy };
    sources.push({ key: sourceKey(key, "list", list), limit });
    isReplaced ||= replacesAddress;
  }
  return { sources, isReplaced };
}

function byAsn(
  context: ServerContext,
  exchange: Exchange,
  { settings }: EventLine,
  { header: name, perMinute, perRun }: NonNullable<LimitSetting["asn"]>,
): Source[] {
  const asn = trustedHeader(context, exchange, name);
  if (asn === null) return [];
  const limit = { perMinute, perRun, mark: MARKS.addressBusy };
  return [{ key: sourceKey(context.eventKeys.of(settings), "asn", asn), limit }];
}

function byIdentity(
  context: ServerContext,
  exchange: Exchange,
  { settings }: EventLine,
  { from, name, perRun, beyond }: NonNullable<LimitSetting["identity"]>,
): Source[] {
  const value =
    from === "header"
      ? trustedHeader(context, exchange, name.toLowerCase())
      : (cookieValues(exchange, name)[0] ?? null);
  if (value === null || value === "") return [];
  const key = sourceKey(context.eventKeys.of(settings), "identity", value);
  return [{ key, limit: { perMinute: null, perRun, beyond, mark: MARKS.duplicateIdentity } }];
}

/** A header counts only where every request has come through a proxy that we are told to trust. */
function trustedHeader(
  { trustedProxies }: Pick<ServerContext, "trustedProxies">,
  exchange: Exchange,
  name: string,
): string | null {
  return trustedProxies === 0 ? null : (header(exchange.request, name) ?? null);
}
