import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";

export type VerifyPageModel = {
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
  const { customerId, eventId, runId, path, publicKey, scriptUrl, eventName } = model;
  const data = jsonForScript({ customerId, eventId, runId, publicKey, path });
  return renderDocument({
    language: "en",
    brand: model.brand,
    title: `Check the draw · ${eventName}`,
    head: `<script type="application/json" id="stanchion">${data}</script><script src="${escapeHtml(scriptUrl)}" defer></script>`,
    motto: "Early visitors are drawn",
    bodyAttributes: 'data-screen="verify" data-layout="message" data-tone="calm"',
    main: `<p class="event">${escapeHtml(eventName)}</p><h1>Check the draw</h1><p class="lead">The order of the early visitors was drawn. Your browser recomputes it here from what was published and from what you kept.</p>${form()}<p class="message" id="verdict" aria-live="polite" hidden></p><div class="code"><ul class="notes" id="findings"></ul></div>${smallPrint(path, publicKey)}`,
  });
}

function form(): string {
  return '<form class="action" id="check"><label class="asked"><span>Your receipts and kept freezes, one a line</span><textarea id="lines" rows="6" cols="34" spellcheck="false"></textarea></label><label class="asked"><span>The beacon’s value, as you read it yourself (optional)</span><input id="beacon" autocomplete="off" spellcheck="false"></label><button class="button">Check</button></form><noscript><p>This check needs JavaScript. Without it use the command line tool.</p></noscript>';
}

function smallPrint(path: string, publicKey: string): string {
  return `<div class="code"><p>This page comes from the organiser. To rely on nobody, save your lines and <a href="${escapeHtml(path)}">the published draw</a>, and check them with <code>npm run verify-draw</code> and a key that you did not get from here.</p><p>Key <code>${escapeHtml(publicKey)}</code></p></div>`;
}
