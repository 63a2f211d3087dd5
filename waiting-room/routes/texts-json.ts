import { compress, encodingOf } from "@/waiting-room/http/compress";
import { type Exchange, header, send } from "@/waiting-room/http/http";
import { languageHeaders, wordsOf } from "@/waiting-room/visit/page-words";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine } from "@/waiting-room/visit/visit";

/**
 * `GET /line/{c}/{e}/texts.json?cid=`: all that the page says, in one language. The page has the first of it; caches may
 * keep it for some minutes.
 */
export async function textsJson(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const { settings } = await findLine(context, customerId, eventId);
  const { language, texts } = wordsOf(exchange, settings);
  const encoding = encodingOf(header(exchange.request, "accept-encoding"));
  const body = JSON.stringify(texts.screen);
  send(
    exchange,
    200,
    {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=300",
      "x-content-type-options": "nosniff",
      ...languageHeaders(language),
      vary: "accept-encoding, accept-language",
      ...(encoding === null ? {} : { "content-encoding": encoding }),
    },
    encoding === null ? body : compress(Buffer.from(body), encoding, false),
  );
}
