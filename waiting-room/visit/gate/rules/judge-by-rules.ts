import type { AccessRequest, AccessRules } from "@/lib/domain/access-rule/access-rule";
import {
  type CompiledRules,
  compileRules,
  type Decision,
  decideRule,
} from "@/lib/domain/access-rule/compile-rules";
import { type AddressList, contains } from "@/lib/domain/address-list/address-list";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import { type Exchange, header } from "@/waiting-room/http/http";
import { toldByProxy } from "@/waiting-room/http/told-by-proxy";
import type { EventLine } from "@/waiting-room/line/event-line";
import { cookieValues } from "@/waiting-room/place/cookies";
import type { ServerContext } from "@/waiting-room/visit/server-context";

export type RuleContext = Pick<
  ServerContext,
  "addressLists" | "crawlers" | "joinsSeen" | "trustedProxies" | "log"
>;

/**
 * What the access rules of an event say of somebody who wants to get in; null where none decides. `target` is where
 * on the site they want to get to. Asks Redis only for an address list that is new to this process, and DNS only for
 * who says to be a search engine, where a rule looks at that.
 */
export async function judgeByRules(
  context: RuleContext,
  exchange: Exchange,
  { line, target }: { readonly line: EventLine; readonly target: string | null },
): Promise<Decision> {
  const compiled = compiledRulesOf(line.settings.protection?.rules);
  if (compiled === null) return null;
  const lists = await findLists(context, line, compiled.listKeys);
  const userAgent = header(exchange.request, "user-agent") ?? "";
  const { address } = exchange;
  const isCrawler =
    compiled.asksForCrawlers && (await context.crawlers.isCrawler({ address, userAgent }));
  const request: AccessRequest = {
    address,
    path: pathOf(line, target),
    header: (name) => header(exchange.request, name) ?? "",
    cookie: (name) => cookieValues(exchange, name)[0] ?? "",
    told: (name) => toldByProxy(exchange, name, context),
    isInList: (key) => {
      const list = lists.get(key);
      return list ? contains(list, address) : null;
    },
    joins: (per) => context.joinsSeen.count(line, { address, per, nowMs: performance.now() }),
    isCrawler,
  };
  return decideRule(compiled, request);
}

/** True where one of these rules looks at how often an address has joined. */
export function countsJoins(rules: AccessRules): boolean {
  return compiledRulesOf(rules)?.countsJoins === true;
}

/** Rules are replaced with their settings, never changed: they are compiled once for each version. */
const compiledRules = new WeakMap<AccessRules, CompiledRules>();

function compiledRulesOf(rules: AccessRules | undefined): CompiledRules | null {
  if (rules === undefined || rules.rules.length === 0) return null;
  const known = compiledRules.get(rules) ?? compileRules(rules);
  compiledRules.set(rules, known);
  return known;
}

type FoundLists = ReadonlyMap<string, AddressList | null>;
const NO_LISTS: FoundLists = new Map();

/** Null for a list that cannot be read: a condition on it does not hold. */
async function findLists(
  { addressLists, log }: RuleContext,
  { settings }: EventLine,
  keys: readonly string[],
): Promise<FoundLists> {
  if (keys.length === 0) return NO_LISTS;
  const found = await Promise.all(
    keys.map(async (key) => {
      const list = await addressLists.find(settings.customerId, key).catch((error: unknown) => {
        log(error);
        return null;
      });
      return [key, list] as const;
    }),
  );
  return new Map(found);
}

function pathOf({ settings }: EventLine, target: string | null): string {
  return new URL(allowedTarget(target, settings)).pathname;
}
