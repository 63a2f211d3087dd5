import { allowedTarget } from "@/lib/domain/target/allowed-target";
import { type Exchange, send } from "@/waiting-room/http/http";
import { wordsOfMessage } from "@/waiting-room/http/messages";
import { type CustomPage, renderCustomPage } from "@/waiting-room/pages/custom-page";
import { escapeHtml } from "@/waiting-room/pages/html";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";
import { customPageOf, policyOfCustomPage } from "./custom-page-of";
import { languageHeaders, type PageWords, wordsOf } from "./page-words";
import { sendMessage } from "./send-message";

type Held = {
  readonly visit: Visit;
  /** After so many the page loads again by itself. */
  readonly seconds: number;
  readonly cookies: readonly string[];
};

/** Tells whoever the lottery holds so, with the status of those who wait: in the customer's own page, where there is one. */
export function sendHeldPage(
  context: ServerContext,
  exchange: Exchange,
  { visit, seconds, cookies }: Held,
): void {
  const { settings } = visit.line;
  const status = settings.waitingStatusCode;
  const words = wordsOf(exchange, settings);
  const custom = customPageOf(context, exchange, visit, words);
  if (custom === null) {
    const options = { action: null, cookies, status, refreshSeconds: seconds };
    sendMessage(exchange, "held", settings, options);
    return;
  }
  const target = allowedTarget(exchange.query.get("t"), settings);
  const targetHosts = [new URL(target).host, ...settings.allowedHosts];
  send(
    exchange,
    status,
    {
      ...{ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
      ...languageHeaders(words.language),
      "content-security-policy": policyOfCustomPage(exchange, visit, targetHosts),
      ...{ "x-dns-prefetch-control": "off", "x-robots-tag": "noindex, nofollow" },
      ...{ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" },
      ...(cookies.length === 0 ? {} : { "set-cookie": cookies }),
      refresh: String(seconds),
    },
    renderHeld(custom, words, settings.name),
  );
}

/** There is nothing to join or to leave: only the status says something. */
function renderHeld(custom: CustomPage, words: PageWords, eventName: string): string {
  const { headline, lead } = wordsOfMessage("held", words);
  const still = { name: "join", message: null, waitNote: "", progress: 0 } as const;
  return renderCustomPage(
    { ...custom, scriptUrl: null },
    {
      ...{ language: words.language, texts: words.texts, eventName, head: "" },
      ...{ title: `${headline} · ${eventName}`, screen: { ...still, headline, lead } },
      bodyAttributes: 'data-screen="message" data-layout="message" data-tone="calm"',
      pageParts: {
        ...{ joinForm: "", enterForm: "", leaveForm: "" },
        status: `<h1>${escapeHtml(headline)}</h1><p class="lead">${escapeHtml(lead)}</p>`,
      },
    },
  );
}
