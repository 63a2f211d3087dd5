import { parseUrl } from "@/lib/domain/parse-url";
import { MARKS } from "@/lib/domain/score/marks";
import { type Exchange, header } from "@/waiting-room/http/http";
import type { Joiner } from "@/waiting-room/visit/gate/asker";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { sinceServed } from "./served-stamp";

/** No browser gets a page, loads its script and joins within this. */
const SOONEST_JOIN_MS = 20;

/** How programs call themselves that steer a browser or are none. Nothing that an app of a customer would. */
const HEADLESS_AGENTS =
  /HeadlessChrome|PhantomJS|SlimerJS|HtmlUnit|Puppeteer|Playwright|Selenium|python-requests|python-urllib|aiohttp|scrapy|Go-http-client|libwww-perl|^curl\/|^Wget\//i;
/** Since these every navigation and every request of a page says where it comes from. */
const CHROME_VERSION = /\bChrome\/(\d+)\./;
const CHROME_THAT_SAYS = 90;

type Known = {
  /** What was brought as an answer to a challenge is none. */
  readonly hasFailed: boolean;
  /** One of the customer's lists that count has the address. */
  readonly isNamed: boolean;
};

/**
 * What is noticed about somebody who wants a number, as the marks of their place. Nothing is asked of anybody and
 * nothing is kept. What many honest visitors do is no mark: no cookie, no language, an old browser, a screen reader,
 * a refused script.
 */
export function gatherMarks(
  context: Pick<ServerContext, "eventKeys">,
  exchange: Exchange,
  { line, form }: Joiner,
  { hasFailed, isNamed }: Known,
): number {
  let marks = 0;
  if (isHeadless(exchange) || form.get("driven") === "1") marks |= MARKS.headless;
  if (joinedFast(context, exchange, line, form)) marks |= MARKS.joinedFast;
  if (hasFailed) marks |= MARKS.failedChallenges;
  if (isNamed) marks |= MARKS.listed;
  return marks;
}

/** True for the name of such a program, and for a browser's name without what that browser always sends. */
function isHeadless({ request }: Exchange): boolean {
  const agent = header(request, "user-agent") ?? "";
  if (HEADLESS_AGENTS.test(agent)) return true;
  const version = Number(CHROME_VERSION.exec(agent)?.[1] ?? 0);
  if (version < CHROME_THAT_SAYS) return false;
  const isSaid = ["sec-fetch-site", "sec-fetch-mode", "sec-ch-ua", "accept-language"].some(
    (name) => header(request, name) !== undefined,
  );
  return !isSaid;
}

/** True for a stamp that is forged or younger than any browser is fast, and for our page's own request without one. */
function joinedFast(
  context: Pick<ServerContext, "eventKeys">,
  exchange: Exchange,
  line: Joiner["line"],
  form: Joiner["form"],
): boolean {
  const stamp = form.get("served");
  if (stamp === null) return isAsOurPage(exchange);
  const lineNowMs = line.lineNow();
  const ageMs = sinceServed(context, line.settings, { stamp, lineNowMs });
  return ageMs === null || ageMs < SOONEST_JOIN_MS;
}

/** True for what only the script of our page sends as a browser; apps and scripts of a customer's site do not. */
function isAsOurPage(exchange: Exchange): boolean {
  const { request, path } = exchange;
  if (!path.endsWith("/join") || !exchange.wantsJson) return false;
  if (header(request, "x-stanchion-place") === undefined) return false;
  return header(request, "user-agent")?.startsWith("Mozilla/") === true && !isForeign(exchange);
}

/** True for a script of another site, which says so. */
function isForeign({ request }: Exchange): boolean {
  const origin = header(request, "origin");
  if (origin === undefined) return false;
  const url = parseUrl(origin);
  return url === null || url.host !== header(request, "host");
}
