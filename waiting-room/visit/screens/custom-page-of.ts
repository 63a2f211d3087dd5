import { wordsOfPage } from "@/waiting-room/client/words";
import { type Exchange, header } from "@/waiting-room/http/http";
import { publicLine } from "@/waiting-room/line/public-line";
import type { CustomPage } from "@/waiting-room/pages/custom-page";
import { customPagePolicy } from "@/waiting-room/pages/custom-page-policy";
import { fillCustomPage } from "@/waiting-room/pages/fill-custom-page";
import { showsFrames } from "@/waiting-room/visit/gate/challenge/challenge-of";
import { supportCodeOf } from "@/waiting-room/visit/place/waiting-answer";
import { keptFields } from "@/waiting-room/visit/request/display-parameters";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";
import type { PageWords } from "./page-words";
import { themeOf } from "./wear-theme";

const MINUTE_MS = 60_000;

/** The customer's own page of a request, and what its variables stand for; null where the page is ours. */
export function customPageOf(
  { customScript }: Pick<ServerContext, "customScript">,
  exchange: Exchange,
  { line, event, place }: Visit,
  { language, locale, texts }: PageWords,
): CustomPage | null {
  const { template } = exchange;
  const { settings } = line;
  if (template === null || themeOf(exchange, settings) === null) return null;
  const { absenceMinutes } = settings;
  const keptUntilMs = absenceMinutes === null ? null : line.lineNow() + absenceMinutes * MINUTE_MS;
  return fillCustomPage({
    template,
    words: wordsOfPage({ language, locale, texts: texts.screen }, settings.timeZone),
    line: publicLine(line, place?.lane, language),
    kind: settings.kind,
    place: place && { number: place.number, supportCode: supportCodeOf(place) },
    waits: place !== null && place.admission === null,
    keptUntilMs,
    customerName: settings.brand.name,
    scriptUrl: exchange.link(customScript.path),
    againUrl: exchange.link(
      `/line/${event.customerId}/${event.eventId}/page?${againQuery(exchange)}`,
    ),
  });
}

function againQuery(exchange: Exchange): URLSearchParams {
  const target = exchange.query.get("t");
  return new URLSearchParams({
    ...keptFields(exchange),
    ...(target === null ? {} : { t: target }),
  });
}

/** The `Content-Security-Policy` of a customer's own page. */
export function policyOfCustomPage(
  exchange: Exchange,
  { event, line }: Visit,
  targetHosts: readonly string[],
): string {
  const called = `${exchange.isSecure ? "https" : "http"}://${header(exchange.request, "host") ?? ""}`;
  const isKnown = exchange.originOf(called) === called;
  return customPagePolicy({
    ...event,
    ownAddress: isKnown ? `${called}${exchange.link("")}` : null,
    sources: exchange.theme?.sources ?? [],
    targetHosts,
    hasFrames: showsFrames(line.settings),
  });
}
