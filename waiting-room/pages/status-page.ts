import {
  type StatusChange,
  type StatusEvent,
  type StatusPage,
  type StatusState,
  statusWords,
} from "@/lib/domain/status-page/status-page";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml } from "./html";
import { styleHash } from "./styles";

const STATUS_STYLES = `
.part{margin:36px 0 0}
.part h2{margin:0;font-size:1.25rem;line-height:1.3}
.states,.changes{margin:24px 0 0;padding:0;list-style:none}
.states li,.changes li{padding:14px 0;border-top:1px solid var(--line)}
.states strong{display:block;overflow-wrap:anywhere}
.state{display:flex;gap:10px;align-items:baseline;margin:4px 0 0;overflow-wrap:anywhere}
.changes time{display:block;color:var(--soft);font-size:.9rem}
.part a{color:var(--accent)}
.detail{margin:4px 0 0;color:var(--soft);white-space:pre-line;overflow-wrap:anywhere}
`
  .trim()
  .replace(/\n/g, "");

/** The source of `style-src` that allows the page's own style sheet. */
export const STATUS_STYLES_HASH = styleHash(STATUS_STYLES);

export function brandOfStatus({ name, colour }: StatusPage): PageBrand {
  return { name, colour, logoUrl: null };
}

/** The page that says how a customer's events stand, in words, without JavaScript. Every string of the model is escaped. */
export function renderStatusPage(page: StatusPage, feedPath: string): string {
  const { name, events, changes } = page;
  const feed = escapeHtml(feedPath);
  const list =
    events.length === 0
      ? '<p class="lead">No event is open right now.</p>'
      : `<ul class="states">${events.map(renderEvent).join("")}</ul>`;
  return renderDocument({
    language: "en",
    brand: brandOfStatus(page),
    title: `Status · ${name}`,
    head: `<style>${STATUS_STYLES}</style><link rel="alternate" type="application/atom+xml" title="${escapeHtml(name)}" href="${feed}">`,
    motto: null,
    bodyAttributes: 'data-screen="status" data-layout="message" data-tone="calm"',
    main: `<h1>Status</h1>${list}<section class="part"><h2>Latest changes</h2>${renderChanges(changes)}<p><a href="${feed}">Atom feed</a></p></section>`,
  });
}

const TONES: Readonly<Partial<Record<StatusState, string>>> = {
  ...{ paused: "warn", "sold-out": "warn", unknown: "warn" },
};

function renderEvent(event: StatusEvent): string {
  const tone = TONES[event.state] ?? "calm";
  return `<li data-tone="${tone}"><strong>${escapeHtml(event.name)}</strong><p class="state"><span class="dot" aria-hidden="true"></span><span>${escapeHtml(statusWords(event))}</span></p></li>`;
}

function renderChanges(changes: readonly StatusChange[]): string {
  if (changes.length === 0) return "<p>Nothing has changed in the last seven days.</p>";
  return `<ul class="changes">${changes.map(renderChange).join("")}</ul>`;
}

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  ...{ dateStyle: "long", timeStyle: "short", timeZone: "UTC" },
});

function renderChange({ at, title, message }: StatusChange): string {
  const detail = message === null ? "" : `<p class="detail">${escapeHtml(message)}</p>`;
  return `<li><time datetime="${escapeHtml(at)}">${escapeHtml(MOMENT.format(new Date(at)))} UTC</time>${escapeHtml(title)}${detail}</li>`;
}
