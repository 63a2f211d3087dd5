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

/** `GET /line/{c}/{e}/language`: the languages of the pages, to choose from. */
export async function languagePage(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: Ids,
): Promise<void> {
  const { settings } = await findAnnounced(context, customerId, eventId);
  const target = exchange.query.get("t");
  const brand = pageBrand(settings, exchange);
  const words = wordsOf(exchange, settings);
  const path = `/line/${settings.customerId}/${settings.eventId}/language`;
  const body = renderLanguagePage({
    ...words,
    brand,
    eventName: settings.name,
    path: withKept(exchange, exchange.link(path)),
    backPath: queuePageOf(exchange, settings, target),
    target,
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
  const [path = "", query] = queuePageOf(exchange, settings, form.get("t")).split("?");
  const asked = new URLSearchParams(query);
  asked.set("cid", language);
  redirect(exchange, 303, `${path}?${asked}`, [languageCookie(exchange, settings, language)]);
}
