import type { CaptchaVendor } from "@/lib/domain/challenge/captcha-vendors";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { CaptchaChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { WidgetData } from "@/waiting-room/client/captcha/widget-data";
import { CAPTCHA_ACTION } from "@/waiting-room/visit/gate/captcha/captcha-checks";
import { escapeHtml, jsonForScript } from "./html";

export type CaptchaPageModel = {
  readonly language: Language;
  readonly texts: Texts;
  readonly provider: CaptchaChallenge["provider"];
  readonly siteKey: string;
  readonly vendor: CaptchaVendor;
  /** The vendor is away, and visitors wait until it is back. */
  readonly isHeld: boolean;
  /** Our script, which loads the vendor's. */
  readonly scriptUrl: string;
};

const STYLES =
  "html{color-scheme:light dark}body{margin:0;padding:4px;font:1rem/1.5 system-ui,sans-serif;background:transparent;display:grid;gap:.75rem;justify-items:center;text-align:center}p{margin:0}button{font:inherit;color:inherit;background:none;border:0;text-decoration:underline;cursor:pointer;min-height:2.75rem;padding:0 .75rem}button:focus-visible{outline:2px solid;outline-offset:2px;border-radius:.5rem}";

/** The page in the frame: the widget, and a way for who cannot solve it. Every string of the model is escaped. */
export function renderCaptchaPage(model: CaptchaPageModel): string {
  const { language, texts, isHeld } = model;
  const { title, loading, heldLead, otherButton } = texts.captcha;
  const said = `<p id="status" role="status">${escapeHtml(isHeld ? heldLead : loading)}</p>`;
  const widget = `<div id="widget"></div><button id="other" type="button">${escapeHtml(otherButton)}</button>`;
  return `<!doctype html><html lang="${language}" dir="${LANGUAGES[language].direction}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow"><style>${STYLES}</style>${isHeld ? "" : script(model)}</head><body>${said}${isHeld ? "" : widget}</body></html>`;
}

function script({
  provider,
  siteKey,
  vendor,
  language,
  texts,
  scriptUrl,
}: CaptchaPageModel): string {
  const path = vendor.scriptPath.replace("{siteKey}", encodeURIComponent(siteKey));
  const data: WidgetData = {
    ...{ provider, siteKey, language },
    scriptUrl: vendor.scriptOrigin + path,
    action: CAPTCHA_ACTION,
    texts: texts.captcha,
  };
  return `<script type="application/json" id="stanchion-widget">${jsonForScript(data)}</script><script src="${escapeHtml(scriptUrl)}" defer></script>`;
}

/**
 * The value of the `Content-Security-Policy` header of the page in the frame: it is open for one vendor, or for none. Only
 * our own pages show it, and the sites that show those.
 */
export function captchaPagePolicy(
  vendor: CaptchaVendor | null,
  framedBy: readonly string[] = [],
): string {
  const from = vendor === null ? "" : ` ${[vendor.scriptOrigin, ...vendor.alsoFrom].join(" ")}`;
  return [
    "default-src 'none'",
    `script-src 'self'${from}`,
    `frame-src${from || " 'none'"}`,
    `connect-src${from || " 'none'"}`,
    `img-src data:${from}`,
    `style-src 'unsafe-inline'${from}`,
    "worker-src blob:",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...framedBy].join(" ")}`,
  ].join("; ");
}
