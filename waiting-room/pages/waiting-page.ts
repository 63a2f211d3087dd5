import type { PagePart } from "@/lib/domain/custom-page/variables";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import { firstTextsOf, type SeldomText } from "@/waiting-room/client/first-texts";
import type { PageData } from "@/waiting-room/client/page-data";
import type { Screen } from "@/waiting-room/client/screen";
import { titleOf } from "@/waiting-room/client/spoken";
import { wordsOfPage } from "@/waiting-room/client/words";
import { type CustomPage, renderCustomPage } from "./custom-page";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";
import { ownWindowParts } from "./own-window";
import { renderForm } from "./render-form";
import { NO_SCRIPT_STYLES } from "./styles";
import { renderScreen } from "./waiting-screen";
import { screenOfView, type WaitingView } from "./waiting-view";

export type WaitingPageModel = {
  readonly language: Language;
  /** How the visitor's region writes numbers and times, where it is known. */
  readonly locale?: string;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly eventName: string;
  readonly customerId: string;
  readonly eventId: string;
  /** True where a rehearsal is played: nobody may take the page for a sale. */
  readonly isTest?: boolean;
  readonly runId: number;
  /** Where what a visitor does is sent: `/line/{c}/{e}`, behind the base path. */
  readonly linePath: string;
  /** What each address of the page says of its language and layout. */
  readonly kept?: Readonly<Record<string, string>>;
  /** What the forms and the script send back as `t`. */
  readonly targetUrl: string;
  /** The zone of times, for visitors without JavaScript. */
  readonly timeZone: string;
  readonly clientScriptUrl: string;
  /** The script of what the page needs after its first screen. */
  readonly laterScriptUrl: string;
  /** Null or absent where the event asks for no key of the browser. */
  readonly keyScriptUrl?: string | null;
  /** Sites that may show the page in a frame, as origins. */
  readonly frameOrigins?: readonly string[];
  readonly enqueueToken?: string | null;
  /** What the site's rule says of the lane, where the event has several. */
  readonly lane?: string | null;
  readonly rule?: string | null;
  /** Signed, when the page is served; absent where nothing is held back. */
  readonly served?: string;
  /** True where nobody has a place, and everybody the same chance. */
  readonly isRandom?: boolean;
  /** True where an access code may lead to another lane. */
  readonly takesCodes?: boolean;
  /** True where visitors who wait can be told of their turn. */
  readonly hasNotices?: boolean;
  /** Where the draw of the pre-queue is published, if there is one. */
  readonly drawUrl?: string | null;
  /** What is asked of whoever's turn comes; null for nothing. */
  readonly turn?: TurnSetting | null;
  /** True where the place was taken with this request. */
  readonly isNew?: boolean;
  /** False where a place is given up after some minutes without a check-in. */
  readonly keepsPlaces?: boolean;
  /** What everybody in line is told. */
  readonly message?: string | null;
  /** The customer's own page around it; null for ours. */
  readonly custom?: CustomPage | null;
  /** Where it opens in a window of its own; only for a page in a frame. */
  readonly windowUrl?: string | null;
  readonly view: WaitingView;
  /** What the page's script would show instead, in previews. */
  readonly screen?: Screen;
};

const MAIN = '<main id="main">';

/** How often browsers without JavaScript load the page again. */
export const REFRESH_SECONDS = 15;

/**
 * The waiting page. It says everything and can join and enter without JavaScript; with it the
 * script takes over. Every string of the model is escaped.
 */
export function renderWaitingPage(model: WaitingPageModel): string {
  const html = renderPage(model);
  if (model.isTest !== true) return html;
  const banner = `<p class="message" role="note" id="test-banner"><b>${escapeHtml(model.texts.page.testBanner)}</b></p>`;
  // Before everything else, also on the customer's own page.
  const begin = html.includes(MAIN) ? MAIN : /<body[^>]*>/;
  return html.replace(begin, (tag) => tag + banner);
}

function renderPage(model: WaitingPageModel): string {
  const { language, texts, view, eventName, keepsPlaces = true } = model;
  const words = wordsOfPage({ ...model, texts: texts.screen }, model.timeZone);
  const seen = model.screen ?? screenOfView(view, words);
  const message = model.message ?? seen.message;
  // Until its script says otherwise nothing happens by itself.
  const told = view.state === "join" ? { headline: texts.page.joinButton, lead: "" } : {};
  const screen = { ...seen, ...told, message };
  const title = titleOf(screen, eventName, words);
  const bodyAttributes = `data-screen="${screen.name}" data-layout="${screen.layout}" data-tone="${screen.tone}"`;
  const supportCode = (view.state === "line" && view.place?.supportCode) || "";
  const part = { screen, texts, keepsPlaces, eventName, supportCode };
  const page = { language, title, head: head(model, screen), bodyAttributes };
  if (model.custom) {
    const pageParts = pagePartsOf(model, part);
    return renderCustomPage(model.custom, { ...page, texts, screen, eventName, pageParts });
  }
  return renderDocument({
    ...page,
    brand: model.brand,
    motto: mottoOf(model, screen),
    main: renderScreen({ ...part, fallback: wayIn(model, screen), more: more(model, screen) }),
  });
}

/** Our parts of a customer's page. What has no place of its own stands in the status. */
function pagePartsOf(
  model: WaitingPageModel,
  part: Omit<Parameters<typeof renderScreen>[0], "fallback" | "more">,
): Readonly<Record<PagePart, string>> {
  const { screen } = part;
  const form = fallback(model, screen);
  const has = (name: PagePart) => model.custom?.template.pageParts.includes(name) === true;
  const joinForm = model.view.state !== "line" && has("joinForm") ? form : "";
  const enterForm = mayEnter(model, screen) && has("enterForm") ? form : "";
  const leaveForm = has("leaveForm") ? more(model, screen) : "";
  return {
    joinForm,
    enterForm,
    leaveForm,
    status: renderScreen({
      ...part,
      fallback: joinForm === "" && enterForm === "" ? form : "",
      more: leaveForm === "" ? more(model, screen) : "",
    }),
  };
}

function head(model: WaitingPageModel, screen: Screen): string {
  const refresh = refreshes(screen)
    ? `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`
    : "";
  const data = jsonForScript(dataOf(model, screen));
  return `<noscript>${refresh}<style>${NO_SCRIPT_STYLES}</style></noscript><script type="application/json" id="stanchion">${data}</script><script src="${escapeHtml(model.clientScriptUrl)}" defer></script>`;
}

function dataOf(model: WaitingPageModel, screen: Screen): PageData {
  const { view, enqueueToken, lane, rule, served } = model;
  return {
    customerId: model.customerId,
    eventId: model.eventId,
    runId: model.runId,
    linePath: model.linePath,
    eventName: model.eventName,
    target: model.targetUrl,
    ...(model.kept === undefined ? {} : { kept: model.kept }),
    ...present({ joinId: "joinId" in view ? view.joinId : null, enqueueToken, lane, rule, served }),
    ...(isPlaced(view, screen) && { placed: true }),
    ...(model.isNew && { isNew: true }),
    ...(view.state !== "line" && { joinable: true }),
    ...(view.state === "session-ended" && { sessionEnded: true }),
    ...(model.turn && { turn: model.turn }),
    laterUrl: model.laterScriptUrl,
    ...(model.keyScriptUrl && { keyUrl: model.keyScriptUrl }),
    ...(model.frameOrigins?.length ? { frameOrigins: model.frameOrigins } : {}),
    language: model.language,
    textsUrl: textsUrlOf(model),
    texts: firstTextsOf(model.texts.screen, seldomTexts(model)),
  };
}

function seldomTexts({ drawUrl, keepsPlaces, message }: WaitingPageModel): readonly SeldomText[] {
  const says = { drawnNote: drawUrl, keptUntil: keepsPlaces === false, messageSentAt: message };
  return (["drawnNote", "keptUntil", "messageSentAt"] as const).filter((key) => says[key]);
}

/** In its language and theme by name, so that caches may keep it for everybody who reads that. */
function textsUrlOf({ linePath, kept, language, brand }: WaitingPageModel): string {
  const theme: Record<string, string> = brand.theme ? { v: brand.theme.revision } : {};
  return `${linePath}/texts.json?${new URLSearchParams({ ...kept, cid: language, ...theme })}`;
}

/** While the line is not heard, nobody can be told to have no place. */
function isPlaced(view: WaitingView, { isOver }: Screen): boolean {
  if (view.state !== "line" || isOver) return false;
  // Before an event is started it has no line, and no places.
  return view.place !== null || (view.line.stale && view.line.phase !== "draft");
}

/** Whoever has to press a button keeps the page; everybody else gets a new one by itself. */
function refreshes({ isOver, name }: Screen): boolean {
  return !isOver && name !== "join" && name !== "turn";
}

/** Whoever is called may ask, also where there is no slot or seat for them yet. */
function mayEnter({ view }: WaitingPageModel, { name }: Screen): boolean {
  const isNext = name === "near" && view.state === "line" && view.place?.turn === true;
  return name === "turn" || isNext;
}

/** How the line decides, where one is shown. */
function mottoOf(
  { drawUrl, isRandom, texts: { page } }: WaitingPageModel,
  { isOver, name }: Screen,
): string | null {
  if (isOver || name === "before") return null;
  if (isRandom) return page.mottoRandom;
  return drawUrl ? page.mottoDrawn : page.mottoFifo;
}

/** What else a visitor may look at, and leaving for those who hold a place. */
function more(model: WaitingPageModel, screen: Screen): string {
  const { linePath, drawUrl, targetUrl, kept, view } = model;
  const { page } = model.texts;
  const query = new URLSearchParams({ t: targetUrl, ...kept });
  const code = model.takesCodes ? link("code", `${linePath}/code?${query}`, page.codeLink) : "";
  const draw = drawUrl ? drawLinks(drawUrl, model, screen) : "";
  const isHidden = !isPlaced(view, screen);
  const leave = `<form id="leave" method="post" action="${escapeHtml(pathOf(model, "leave"))}"${isHidden ? " hidden" : ""}><input type="hidden" name="place" id="kept-place"><button>${escapeHtml(page.leaveButton)}</button></form>`;
  // Whoever has a place on another device brings it here with a code, also without JavaScript.
  const isMoveHidden = isHidden && view.state !== "join";
  const move = link("move", `${linePath}/move?${query}`, page.moveLink, isMoveHidden);
  const notices = model.hasNotices
    ? link("notices", `${linePath}/notices?${query}`, page.noticeLink, isHidden)
    : "";
  const { name } = LANGUAGES[model.language];
  // Whoever hears the page would hear of a globe, and not what it is for.
  const purpose = escapeHtml(`${page.languageTitle}: ${name}`);
  const language = `<a href="${escapeHtml(`${linePath}/language?${query}`)}" aria-label="${purpose}">🌐 ${name}</a>`;
  return `<div class="more">${notices}${code}${draw}${move}${language}${leave}</div>`;
}

/** Before the draw its promise and the visitor's receipt, afterwards the check. */
function drawLinks(
  drawUrl: string,
  { kept, texts: { page } }: WaitingPageModel,
  { draw }: Screen,
): string {
  const query = new URLSearchParams(kept).toString();
  const check = `${drawUrl}/verify${query === "" ? "" : `?${query}`}`;
  return [
    link("promise", `${drawUrl}/commitment`, page.promiseLink, draw !== "promised"),
    link("receipt", check, page.receiptLink, draw !== "promised"),
    link("check", check, page.checkDrawLink, draw !== "done"),
  ].join("");
}

function link(id: string, href: string, label: string, isHidden = false): string {
  return `<a id="${id}" href="${escapeHtml(href)}"${isHidden ? " hidden" : ""}>${escapeHtml(label)}</a>`;
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

/** The same, and in a frame the way to a window of its own. */
function wayIn(model: WaitingPageModel, screen: Screen): string {
  const { windowUrl, texts } = model;
  return fallback(model, screen) + (windowUrl ? ownWindowParts(windowUrl, texts) : "");
}

/** For browsers without JavaScript; the script takes it away before it is seen. */
function fallback(model: WaitingPageModel, screen: Screen): string {
  const { view, targetUrl, windowUrl } = model;
  const { screen: texts, page } = model.texts;
  const attributes = 'class="action fallback" id="fallback"';
  if (view.state !== "line") {
    // By its name the script sends it where the browser keeps nothing; in a frame that may have other reasons.
    const name = view.state === "join" && !windowUrl ? ' name="join"' : "";
    return joinForm(model, view, attributes + name);
  }
  if (mayEnter(model, screen)) {
    const label = texts.enterButton;
    return renderForm({
      attributes,
      path: pathOf(model, "enter"),
      label,
      fields: { t: targetUrl },
    });
  }
  return refreshes(screen)
    ? `<noscript><p class="status">${escapeHtml(page.refreshesByItself)}</p></noscript>`
    : "";
}

function joinForm(
  model: WaitingPageModel,
  view: Exclude<WaitingView, { state: "line" }>,
  attributes: string,
): string {
  const { enqueueToken, lane, rule, served, targetUrl } = model;
  const { page, screen } = model.texts;
  const joinId = "joinId" in view ? view.joinId : undefined;
  const label = {
    join: page.joinButton,
    full: page.tryAgainButton,
    "session-ended": screen.againButton,
  };
  return renderForm({
    attributes,
    path: pathOf(model, "join"),
    label: label[view.state],
    fields: { ...present({ joinId, enqueueToken, lane, rule, served }), t: targetUrl },
  });
}
