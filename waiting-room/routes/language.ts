import type { EventSettings } from "@/lib/domain/event/settings";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { readForm } from "@/waiting-room/http/body";
import { type Exchange, HttpError, redirect, requireOwnPage, send } from "@/waiting-room/http/http";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { renderLanguagePage } from "@/waiting-room/pages/language-page";
import { languageCookie } from "@/waiting-room/place/language-cookie";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { pageBrand } from "@/waiting-room/visit/screens/page-brand";
import { languageHeaders, wordsOf } from "@/waiting-room/visit/screens/page-words";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findAnnounced, queuePageOf } from "@/waiting-room/visit/visit";

type Ids = readonly string[];

const REPORT_ID = /^[\w-]{16}$/;

/** `GET /line/{c}/{e}/language`: the languages of the pages, to choose from. */
export async function languagePage(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: Ids,
): Promise<void> {
  const { settings } = await findAnnounced(context, customerId, eventId);
  const target = exchange.query.get("t");
  const report = reportAsked(exchange.query.get("report"));
  const brand = pageBrand(settings, exchange);
  const words = wordsOf(exchange, settings);
  const path = `/line/${settings.customerId}/${settings.eventId}/language`;
  const body = renderLanguagePage({
    ...words,
    brand,
    eventName: settings.name,
    path: withKept(exchange, exchange.link(path)),
    backPath: pageBefore(exchange, settings, { target, report }),
    fields: { ...(target === null ? {} : { t: target }), ...(report === null ? {} : { report }) },
  });
  send(
    exchange,
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy": contentSecurityPolicy(brand),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
    body,
  );
}

/** `POST /line/{c}/{e}/language`: keeps the language in this browser; in the address, too, for one without cookies. */
export async function chooseLanguage(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: Ids,
): Promise<void> {
  requireOwnPage(exchange);
  const form = await readForm(exchange);
  const { settings } = await findAnnounced(context, customerId, eventId);
  const language = form.get("to") ?? "";
  if (!isLanguage(language)) throw new HttpError("bad-request", undefined, settings);
  const before = { target: form.get("t"), report: reportAsked(form.get("report")) };
  const [path = "", query] = pageBefore(exchange, settings, before).split("?");
  const asked = new URLSearchParams(query);
  asked.set("cid", language);
  redirect(exchange, 303, `${path}?${asked}`, [languageCookie(exchange, settings, language)]);
}

/** The id of the published report on whose page somebody wants another language; null for the waiting page. */
function reportAsked(value: string | null | undefined): string | null {
  return value && REPORT_ID.test(value) ? value : null;
}

function pageBefore(
  exchange: Exchange,
  settings: EventSettings,
  { target, report }: { readonly target: string | null; readonly report: string | null },
): string {
  if (report === null) return queuePageOf(exchange, settings, target);
  const { customerId, eventId } = settings;
  return withKept(exchange, exchange.link(`/report/${customerId}/${eventId}/${report}`));
}
