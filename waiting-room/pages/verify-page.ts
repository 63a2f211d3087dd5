import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { VerifyData } from "@/waiting-room/client/verify-data";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";

export type VerifyPageModel = {
  readonly language: Language;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly eventName: string;
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: number;
  /** Where the published draw is. */
  readonly path: string;
  /** The key that signs everything of the draw: 32 bytes in base64url. */
  readonly publicKey: string;
  readonly scriptUrl: string;
};

/**
 * The page on which a visitor checks a draw. The check runs in the browser; the page itself comes from
 * the organiser's server and says so. Every string of the model is escaped.
 */
export function renderVerifyPage(model: VerifyPageModel): string {
  const { customerId, eventId, runId, path, publicKey, scriptUrl, eventName, language } = model;
  const { draw, page } = model.texts;
  const data: VerifyData = {
    ...{ customerId, eventId, runId, publicKey, path, language },
    texts: draw,
  };
  return renderDocument({
    language,
    brand: model.brand,
    title: `${draw.title} · ${eventName}`,
    head: `<script type="application/json" id="stanchion">${jsonForScript(data)}</script><script src="${escapeHtml(scriptUrl)}" defer></script>`,
    motto: page.mottoDrawn,
    bodyAttributes: 'data-screen="verify" data-layout="message" data-tone="calm"',
    main: `<p class="event">${escapeHtml(eventName)}</p><h1>${escapeHtml(draw.title)}</h1><p class="lead">${escapeHtml(draw.lead)}</p>${form(draw)}<p class="message" id="verdict" aria-live="polite" hidden></p><div class="code"><ul class="notes" id="findings"></ul></div>${smallPrint(model)}`,
  });
}

function form(draw: Texts["draw"]): string {
  return `<form class="action" id="check"><label class="asked"><span>${escapeHtml(draw.linesLabel)}</span><textarea id="lines" rows="6" cols="34" spellcheck="false" dir="ltr"></textarea></label><label class="asked"><span>${escapeHtml(draw.beaconLabel)}</span><input id="beacon" autocomplete="off" spellcheck="false" dir="ltr"></label><button class="button">${escapeHtml(draw.checkButton)}</button></form><noscript><p>${escapeHtml(draw.needsScript)}</p></noscript>`;
}

function smallPrint({ texts, path, publicKey }: VerifyPageModel): string {
  const { trustNote, publishedLink, key } = texts.draw;
  return `<div class="code"><p>${escapeHtml(trustNote)}</p><p><a href="${escapeHtml(path)}">${escapeHtml(publishedLink)}</a> · <code>npm run verify-draw</code></p><p>${escapeHtml(key)} <code>${escapeHtml(publicKey)}</code></p></div>`;
}
