import { compress, encodingOf } from "@/waiting-room/http/compress";
import { type Exchange, header, send } from "@/waiting-room/http/http";
import { languageAsked, languageHeaders, wordsOf } from "@/waiting-room/visit/screens/page-words";
import { themeOf } from "@/waiting-room/visit/screens/wear-theme";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findAnnounced } from "@/waiting-room/visit/visit";

/**
 * `GET /line/{c}/{e}/texts.json?cid=`: all that the page says, in one language. The page has the first of it; caches may
 * keep it for some minutes.
 */
export async function textsJson(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const { settings } = await findAnnounced(context, customerId, eventId);
  const { language, texts } = wordsOf(exchange, settings, languageAsked(exchange, settings));
  // Words of another state of the theme than the page has must not stay in caches under its name.
  const { revision = null } = themeOf(exchange, settings) ?? {};
  const isAsked = revision === exchange.query.get("v");
  const encoding = encodingOf(header(exchange.request, "accept-encoding"));
  const body = JSON.stringify(texts.screen);
  send(
    exchange,
    200,
    {
      "content-type": "application/json; charset=utf-8",
      "cache-control": isAsked ? "public, max-age=300" : "no-store",
      "x-content-type-options": "nosniff",
      ...languageHeaders(language),
      vary: "accept-encoding, accept-language",
      ...(encoding === null ? {} : { "content-encoding": encoding }),
    },
    encoding === null ? body : compress(Buffer.from(body), encoding, false),
  );
}
