import type { Texts } from "@/lib/domain/page-texts/texts";
import { linkParts } from "@/waiting-room/client/link-parts";
import type { Screen } from "@/waiting-room/client/screen";
import { escapeHtml } from "./html";

type PageTexts = Texts["page"];

/**
 * A screen as HTML. Every element that any screen needs is there, hidden or not, so that the script
 * only writes text and nothing jumps.
 */
export function renderScreen(page: {
  readonly screen: Screen;
  readonly texts: Texts;
  readonly eventName: string;
  /** Empty where there is none. */
  readonly supportCode: string;
  readonly keepsPlaces: boolean;
  /** HTML for browsers without JavaScript. */
  readonly fallback: string;
  /** HTML of what else the visitor can do. */
  readonly more: string;
}): string {
  const { screen, texts } = page;
  const heading = `<p class="event">${escapeHtml(page.eventName)}</p><h1 id="headline" tabindex="-1">${escapeHtml(screen.headline)}</h1><p class="lead" id="lead">${escapeHtml(screen.lead)}</p>`;
  const status = `<p class="status scripted" id="status"${hidden(!screen.isOver)}><span class="dot" aria-hidden="true"></span><span id="updated">${escapeHtml(texts.screen.connecting)}</span></p>`;
  const action = '<div class="action scripted" id="action" hidden></div>';
  const announcer = '<p class="quiet" id="announcer" aria-live="polite"></p>';
  return `${heading}${card(screen, texts.page)}${action}${page.fallback}${status}${message(screen, texts.page)}<div class="alerts scripted" id="alerts" hidden></div>${notes(screen, texts.page, page.keepsPlaces)}${page.more}${support(page.supportCode, texts.page)}${announcer}`;
}

function hidden(isShown: boolean): string {
  return isShown ? "" : " hidden";
}

function card(screen: Screen, texts: PageTexts): string {
  const figure = `<dl class="top"><div><dt id="figure-label">${escapeHtml(screen.figureLabel)}</dt><dd class="figure" id="figure">${escapeHtml(screen.figure)}</dd></div></dl>`;
  const progress = `<progress id="progress" aria-label="${escapeHtml(texts.progressLabel)}" max="1" value="${screen.progress}"></progress>`;
  const facts = `<dl class="facts">${fact("number", texts.numberFact, screen.number)}${fact("wait", texts.waitFact, screen.wait)}</dl>`;
  const note = `<p class="why" id="wait-note">${escapeHtml(screen.waitNote)}</p>`;
  return `<section class="card" aria-label="${escapeHtml(texts.cardLabel)}">${figure}${progress}${facts}${note}</section>`;
}

function fact(id: string, label: string, value: string): string {
  return `<div><dt>${escapeHtml(label)}</dt><dd class="fact" id="${id}">${escapeHtml(value)}</dd></div>`;
}

function message({ message: text, messageTime }: Screen, texts: PageTexts): string {
  return `<p class="message" id="message"${hidden(!!text)}><b>${escapeHtml(texts.messageLabel)}</b><span id="message-text" dir="auto">${linked(text ?? "")}</span><small id="message-time">${escapeHtml(messageTime)}</small></p>`;
}

/** The operator's words as HTML, with links where they name addresses. */
function linked(text: string): string {
  return linkParts(text)
    .map((part) => {
      const words = escapeHtml(part.text);
      return part.isLink ? `<a href="${words}" target="_blank" rel="noopener">${words}</a>` : words;
    })
    .join("");
}

function support(code: string, texts: PageTexts): string {
  return `<p class="support" id="support"${hidden(code !== "")}>${escapeHtml(texts.supportCode)} <code id="support-code">${escapeHtml(code)}</code> · ${escapeHtml(texts.supportHint)}</p>`;
}

const NOTE_ICONS = {
  noteKept: '<path d="M5 9V6a4 4 0 0 1 8 0v3M3.5 9h11v7h-11z"/>',
  noteYours: '<circle cx="9" cy="6" r="3.2"/><path d="M2.8 16a6.2 6.2 0 0 1 12.4 0"/>',
  noteRefresh: '<path d="M15 4v4h-4M15 8a6.2 6.2 0 1 0 .2 3"/>',
} as const;

/** Before the start there is no place to lose. */
function notes(screen: Screen, texts: PageTexts, keepsPlaces: boolean): string {
  const kept = screen.kept || (keepsPlaces ? texts.noteKept : "");
  const first = `<li id="kept-note"${hidden(kept !== "" && screen.name !== "before")}>${noteIcon("noteKept")}<span id="kept">${escapeHtml(kept)}</span></li>`;
  const others = (["noteYours", "noteRefresh"] as const)
    .map((key) => `<li>${noteIcon(key)}<span>${escapeHtml(texts[key])}</span></li>`)
    .join("");
  return `<ul class="notes" id="notes"${hidden(screen.layout !== "message")}>${first}${others}</ul>`;
}

function noteIcon(key: keyof typeof NOTE_ICONS): string {
  return `<svg viewBox="0 0 18 18" aria-hidden="true">${NOTE_ICONS[key]}</svg>`;
}
