import { vendorAt } from "@/lib/domain/challenge/captcha-vendors";
import { type Exchange, HttpError, send } from "@/waiting-room/http/http";
import { captchaPagePolicy, renderCaptchaPage } from "@/waiting-room/pages/captcha-page";
import { languageHeaders, wordsOf } from "@/waiting-room/visit/screens/page-words";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine } from "@/waiting-room/visit/visit";

/**
 * `GET /line/{c}/{e}/captcha`: the page with the vendor's widget, for a frame in the waiting page. The vendor's script runs
 * here and nowhere else: the policy of no other page knows the vendor.
 */
export async function captchaPage(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const { settings } = await findLine(context, customerId, eventId);
  const customer = await context.customers.find(settings.customerId);
  const keys = context.captchaKeys(settings, customer);
  if (keys === null) throw new HttpError("not-found");
  const vendor = vendorAt(keys.provider, context.captchaOrigins);
  const words = wordsOf(exchange, settings);
  const isHeld = exchange.query.get("held") !== null;
  const body = renderCaptchaPage({
    ...words,
    provider: keys.provider,
    siteKey: keys.siteKey,
    vendor,
    isHeld,
    scriptUrl: exchange.link(context.widgetScript.path),
  });
  send(
    exchange,
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy": captchaPagePolicy(isHeld ? null : vendor, settings.frameOrigins),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      // Vendors compare the page's origin with what they know of the site key.
      "referrer-policy": "strict-origin-when-cross-origin",
    },
    body,
  );
}
