import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { PageData } from "@/waiting-room/client/page-data";
import { titleOf } from "@/waiting-room/client/spoken";
import { wordsIn } from "@/waiting-room/client/words";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";
import { renderForm } from "./render-form";
import { NO_SCRIPT_STYLES } from "./styles";
import { renderScreen } from "./waiting-screen";
import { screenOfView, type WaitingView } from "./waiting-view";

export type WaitingPageModel = {
  readonly language: Language;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly eventName: string;
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: number;
  /** Where what a visitor does is sent: `/line/{c}/{e}`, behind the base path. */
  readonly linePath: string;
  /** What each address of the page says of its language and layout. */
  readonly kept?: Readonly<Record<string, string>>;
  /** What the forms and the script send back as `t`. */
  readonly targetUrl: string;
  readonly clientScriptUrl: string;
  readonly enqueueToken?: string | null;
  /** What the site's rule says of the lane, where the event has several. */
  readonly lane?: string | null;
  readonly rule?: string | null;
  /** True where nobody has a place, and everybody the same chance. */
  readonly isRandom?: boolean;
  /** True where an access code may lead to another lane. */
  readonly takesCodes?: boolean;
  /** Where visitors check the draw of the pre-queue, if there is one. */
  readonly drawUrl?: string | null;
  readonly view: WaitingView;
};

/** How often browsers without JavaScript load the page again. */
export const REFRESH_SECONDS = 15;

/**
 * The waiting page. It says everything and can join and enter without JavaScript; with it the
 * script takes over. Every string of the model is escaped.
 */
export function renderWaitingPage(model: WaitingPageModel): string {
  const { language, texts } = model;
  const words = wordsIn(language, texts.screen);
  const screen = screenOfView(model.view, words);
  return renderDocument({
    language,
    brand: model.brand,
    title: titleOf(screen, model.eventName, words),
    head: head(model),
    motto: mottoOf(model),
    bodyAttributes: `data-screen="${screen.name}" data-layout="${screen.layout}" data-tone="${screen.tone}"`,
    main: renderScreen({
      screen,
      texts,
      eventName: model.eventName,
      fallback: fallback(model),
      more: more(model),
    }),
  });
}

function head(model: WaitingPageModel): string {
  const refresh = refreshes(model.view)
    ? `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`
    : "";
  const data = jsonForScript(dataOf(model));
  return `<noscript>${refresh}<style>${NO_SCRIPT_STYLES}</style></noscript><script type="application/json" id="stanchion">${data}</script><script src="${escapeHtml(model.clientScriptUrl)}" defer></script>`;
}

function dataOf(model: WaitingPageModel): PageData {
  const { view } = model;
  const isPaused = view.state === "paused" && view.number !== null;
  return {
    customerId: model.customerId,
    eventId: model.eventId,
    runId: model.runId,
    linePath: model.linePath,
    eventName: model.eventName,
    target: model.targetUrl,
    ...(model.kept === undefined ? {} : { kept: model.kept }),
    enqueueToken: model.enqueueToken ?? null,
    lane: model.lane ?? null,
    rule: model.rule ?? null,
    placed: ["waiting", "kept", "random"].includes(view.state) || isPaused,
    joinable: !isClosed(view),
    language: model.language,
    texts: model.texts.screen,
  };
}

function isClosed({ state }: WaitingView): boolean {
  return ["before", "ended", "rejected", "sold-out"].includes(state);
}

/** Whoever has to press a button keeps the page; everybody else gets a new one by itself. */
function refreshes(view: WaitingView): boolean {
  return !(["join", "ended", "sold-out"].includes(view.state) || hasTurn(view));
}

function hasTurn(view: WaitingView): boolean {
  return view.state === "waiting" && view.canEnter;
}

/** How the line decides, where one is shown. */
function mottoOf({ drawUrl, view, isRandom, texts }: WaitingPageModel): string | null {
  if (isClosed(view)) return null;
  if (isRandom) return texts.page.mottoRandom;
  return drawUrl ? texts.page.mottoDrawn : texts.page.mottoFifo;
}

/** Leaving, for those who hold a place, and the way to another lane where there is one. */
function more(model: WaitingPageModel): string {
  const texts = model.texts.page;
  const { placed, target, kept } = dataOf(model);
  const query = new URLSearchParams({ t: target, ...kept });
  const code = model.takesCodes
    ? `<a href="${escapeHtml(`${model.linePath}/code?${query}`)}">${escapeHtml(texts.codeLink)}</a>`
    : "";
  const leave = `<form id="leave" method="post" action="${escapeHtml(pathOf(model, "leave"))}"${placed ? "" : " hidden"}><button>${escapeHtml(texts.leaveButton)}</button></form>`;
  const draw = model.drawUrl
    ? `<a href="${escapeHtml(model.drawUrl)}">${escapeHtml(texts.receiptLink)}</a>`
    : "";
  return `<div class="more">${code}${draw}${leave}</div>`;
}

/** Where a form of the page is sent. */
function pathOf({ linePath, kept }: WaitingPageModel, action: string): string {
  const query = new URLSearchParams(kept).toString();
  return `${linePath}/${action}${query === "" ? "" : `?${query}`}`;
}

/** What the visitor came with, as fields of a form. */
function present(
  hints: Readonly<Record<string, string | null | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(hints);
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** For browsers without JavaScript; the script takes it away before it is seen. */
function fallback(model: WaitingPageModel): string {
  const { screen, page } = model.texts;
  const { view, targetUrl, enqueueToken, lane, rule } = model;
  const attributes = 'class="action fallback" id="fallback"';
  if (view.state === "join" || view.state === "full") {
    const joinId = view.state === "join" ? view.joinId : undefined;
    return renderForm({
      attributes,
      path: pathOf(model, "join"),
      label: view.state === "join" ? page.joinButton : page.tryAgainButton,
      fields: {
        ...(joinId === undefined ? {} : { joinId }),
        ...present({ enqueueToken, lane, rule }),
        t: targetUrl,
      },
    });
  }
  if (hasTurn(view)) {
    const label = screen.enterButton;
    return renderForm({
      attributes,
      path: pathOf(model, "enter"),
      label,
      fields: { t: targetUrl },
    });
  }
  return refreshes(view)
    ? `<noscript><p class="status">${escapeHtml(page.refreshesByItself)}</p></noscript>`
    : "";
}
