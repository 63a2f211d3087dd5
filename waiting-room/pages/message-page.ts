import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { isQuoted, type MessageCode, wordsOfMessage } from "@/waiting-room/http/messages";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, linkAddress } from "./html";
import { type Asked, renderForm } from "./render-form";

export type PageAction =
  /** A link; addresses that are neither a path nor http(s) are left out. */
  | {
      readonly kind: "link";
      readonly label: string;
      readonly href: string;
      readonly inNewWindow?: boolean;
    }
  /** A form with one button. */
  | {
      readonly kind: "post";
      readonly label: string;
      /** A path of this host. */
      readonly path: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** A form with one line to fill in. */
  | {
      readonly kind: "ask";
      readonly label: string;
      readonly path: string;
      readonly fields: Readonly<Record<string, string>>;
      readonly input: Asked;
    };

export type MessagePageModel = {
  readonly code: MessageCode;
  readonly language: Language;
  readonly texts: Texts;
  /** Null where no customer is known. */
  readonly brand: PageBrand | null;
  readonly eventName: string | null;
  /** What it says; default: the code's own words. */
  readonly lead?: string;
  /** The next step, where there is one. */
  readonly action: PageAction | null;
  /** What else the visitor may do. */
  readonly secondAction?: PageAction | null;
  /** One more fact for the small print, such as a request id. */
  readonly reference?: string;
  /** Of the visitor's place, where it is known. */
  readonly supportCode?: string;
};

/**
 * A page that tells a person one thing and offers one next step. Send it with
 * `messageOf(code).status` and the policy for `brand.colour` (the default colour without a brand).
 */
export function renderMessagePage(model: MessagePageModel): string {
  const { texts } = model;
  const message = wordsOfMessage(model.code, model);
  const noBrand = {
    name: texts.page.noBrand,
    colour: EVENT_DEFAULTS.brandColour,
    logoUrl: null,
  };
  const event =
    model.eventName === null ? "" : `<p class="event">${escapeHtml(model.eventName)}</p>`;
  return renderDocument({
    language: message.language,
    brand: model.brand ?? noBrand,
    title: [message.headline, model.eventName].filter((part) => part !== null).join(" · "),
    head: "",
    motto: null,
    bodyAttributes: 'data-screen="message" data-layout="message" data-tone="calm"',
    main: `${event}<h1>${escapeHtml(message.headline)}</h1><p class="lead">${escapeHtml(model.lead ?? message.lead)}</p>${renderAction(model.action)}${renderAction(model.secondAction ?? null)}${smallPrint(model)}`,
  });
}

function renderAction(action: PageAction | null): string {
  if (action === null) return "";
  if (action.kind === "link") {
    const address = linkAddress(action.href);
    if (address === null) return "";
    return `<p class="action"><a class="button" href="${escapeHtml(address)}"${action.inNewWindow ? ' target="_blank" rel="noopener"' : ""}>${escapeHtml(action.label)}</a></p>`;
  }
  const address = linkAddress(action.path);
  if (address === null || !address.startsWith("/")) return "";
  return renderForm({
    attributes: 'class="action"',
    path: address,
    label: action.label,
    fields: action.fields,
    ...(action.kind === "ask" ? { input: action.input } : {}),
  });
}

/** What to quote to support. What the people who run the site should look at is at `/errors/{code}`. */
function smallPrint(model: MessagePageModel): string {
  const { actions, page } = model.texts;
  const quoted = [
    ...(isQuoted(model.code) ? [[actions.code, model.code] as const] : []),
    ...(model.reference === undefined ? [] : [[actions.reference, model.reference] as const]),
    ...(model.supportCode === undefined ? [] : [[page.supportCode, model.supportCode] as const]),
  ].map(([label, code]) => `${escapeHtml(label)} <code>${escapeHtml(code)}</code>`);
  return quoted.length === 0 ? "" : `<div class="code"><p>${quoted.join(" · ")}</p></div>`;
}
