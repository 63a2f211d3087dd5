import { showsFrames } from "@/waiting-room/visit/gate/challenge-of";
import {
  type CloudflareWording,
  cloudflareStatus,
} from "@/lib/domain/cloudflare/cloudflare-status";
import { aheadOf } from "@/lib/domain/line/distance";
import { momentText } from "@/waiting-room/client/moments";
import type { Words } from "@/waiting-room/client/words";
import { wordsIn } from "@/waiting-room/client/words";
import { type Exchange, header } from "@/waiting-room/http/http";
import { publicLine } from "@/waiting-room/line/public-line";
import type { CustomPage } from "@/waiting-room/pages/custom-page";
import { customPagePolicy } from "@/waiting-room/pages/custom-page-policy";
import { keptFields } from "./kept-query";
import type { PageWords } from "./page-words";
import type { ServerContext } from "./server-context";
import type { Visit } from "./visit";
import { supportCodeOf } from "./waiting-answer";
import { themeOf } from "./wear-theme";

/** Where there is nothing to say. */
const NOTHING = "–";
const MINUTE_MS = 60_000;

/** The customer's own page of a request, and what its variables stand for; null where the page is ours. */
export function customPageOf(
  { customScript }: Pick<ServerContext, "customScript">,
  exchange: Exchange,
  { line, event, place }: Visit,
  { language, texts }: PageWords,
): CustomPage | null {
  const { template } = exchange;
  const { settings } = line;
  if (template === null || themeOf(exchange, settings) === null) return null;
  const words = wordsIn(language, texts.screen, settings.timeZone);
  const shown = publicLine(line, place?.lane, language);
  const ahead = place === null ? null : aheadOf(shown, place.number);
  const moment = (atMs: number | null) => (atMs === null ? "" : momentText(atMs, words.format));
  const waits = place !== null && place.admission === null;
  const { absenceMinutes } = settings;
  const keptUntilMs = absenceMinutes === null ? null : line.lineNow() + absenceMinutes * MINUTE_MS;
  const isPlaced = waits && settings.method !== "random";
  return {
    template,
    cloudflare: cloudflareStatus({
      line: shown,
      ahead,
      kind: settings.kind,
      wording: wordingOf(words),
    }),
    customerName: settings.brand.name,
    number: isPlaced ? words.format.count(place.number) : "",
    ahead: isPlaced && ahead !== null ? words.format.count(ahead) : "",
    startsAt: moment(shown.startAt),
    placeKeptUntil: waits ? moment(keptUntilMs) : "",
    messageSentAt: shown.messageAt === null ? "" : moment(shown.messageAt),
    supportCode: place === null ? "" : supportCodeOf(place),
    scriptUrl: exchange.link(customScript.path),
    againUrl: exchange.link(
      `/line/${event.customerId}/${event.eventId}/page?${againQuery(exchange)}`,
    ),
  };
}

function againQuery(exchange: Exchange): URLSearchParams {
  const target = exchange.query.get("t");
  return new URLSearchParams({
    ...keptFields(exchange),
    ...(target === null ? {} : { t: target }),
  });
}

/** Durations as the visitor's language writes them. */
function wordingOf({ format }: Words): CloudflareWording {
  return {
    minutes: (minutes) => format.duration("minute", minutes),
    range: (low, high) => format.duration("minute", low, high),
    unavailable: NOTHING,
  };
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
