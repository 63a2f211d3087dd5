import type { CloudflareStatus } from "@/lib/domain/cloudflare/cloudflare-status";
import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import { type CustomPageValues, renderPart } from "@/lib/domain/custom-page/render-template";
import type { PagePart } from "@/lib/domain/custom-page/variables";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { Screen } from "@/waiting-room/client/screen";
import { escapeHtml } from "./html";
import { PART_STYLES } from "./part-styles";

/** A page of a customer's own HTML, and what its variables stand for besides what the screen says. */
export type CustomPage = {
  readonly template: CompiledTemplate;
  readonly cloudflare: CloudflareStatus;
  readonly customerName: string;
  /** The visitor's number and how many are ahead; empty where no place is shown. */
  readonly number: string;
  readonly ahead: string;
  readonly startsAt: string;
  readonly placeKeptUntil: string;
  readonly messageSentAt: string;
  readonly supportCode: string;
  /** Keeps the page up to date, and where it finds the page as it looks now; null where the browser loads it again. */
  readonly scriptUrl: string | null;
  readonly againUrl: string;
};

/** The parts of the waiting page that stand in a custom one. */
export type PageAround = {
  readonly language: Language;
  readonly texts: Texts;
  readonly screen: Pick<Screen, "name" | "headline" | "lead" | "message" | "waitNote" | "progress">;
  readonly title: string;
  /** HTML: what the page's script needs, and the script. */
  readonly head: string;
  readonly bodyAttributes: string;
  readonly eventName: string;
  readonly pageParts: Readonly<Record<PagePart, string>>;
};

/**
 * A page around which a customer has written the HTML. Ours stands first in the head, so that nothing of theirs is taken
 * for it, and each of our parts in an element of its own by which its styles find it.
 */
export function renderCustomPage(custom: CustomPage, parts: PageAround): string {
  const { template } = custom;
  const { language } = parts;
  const filling = {
    values: valuesOf(custom, parts),
    texts: parts.texts,
    pageParts: wrapped(parts.pageParts),
  };
  const part = (name: "head" | "body" | "htmlAttributes" | "bodyAttributes") =>
    renderPart(template[name], filling);
  const own = part("htmlAttributes");
  const speaks = ` lang="${language}" dir="${LANGUAGES[language].direction}"`;
  const title = template.hasTitle ? "" : `<title>${escapeHtml(parts.title)}</title>`;
  const seconds = custom.cloudflare.refreshIntervalSeconds;
  const script =
    custom.scriptUrl === null
      ? ""
      : `<script src="${escapeHtml(custom.scriptUrl)}" data-url="${escapeHtml(custom.againUrl)}" data-seconds="${seconds}" defer></script>`;
  // The first of two attributes of one name counts: what the author says of the language, and what we say of the screen.
  return `<!doctype html><html${own}${speaks}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow"><meta name="referrer" content="same-origin"><style>${PART_STYLES}</style>${parts.head}${script}${title}${part("head")}</head><body ${parts.bodyAttributes}${part("bodyAttributes")}>${part("body")}</body></html>`;
}

function wrapped(pageParts: PageAround["pageParts"]): PageAround["pageParts"] {
  const wrap = (name: PagePart) =>
    pageParts[name] === ""
      ? ""
      : `<div class="stanchion" id="stanchion-${name}">${pageParts[name]}</div>`;
  return {
    status: wrap("status"),
    joinForm: wrap("joinForm"),
    enterForm: wrap("enterForm"),
    leaveForm: wrap("leaveForm"),
  };
}

function valuesOf(custom: CustomPage, parts: PageAround): CustomPageValues {
  const { cloudflare } = custom;
  const { language, screen } = parts;
  return {
    ...cloudflare,
    waitTimeHours: Math.floor(cloudflare.waitTime / 60),
    waitTimeHourMinutes: cloudflare.waitTime % 60,
    eventName: parts.eventName,
    customerName: custom.customerName,
    headline: screen.headline,
    lead: screen.lead,
    screen: screen.name,
    number: custom.number,
    ahead: custom.ahead,
    progressPercent: Math.round(screen.progress * 100),
    waitNote: screen.waitNote,
    startsAt: custom.startsAt,
    placeKeptUntil: custom.placeKeptUntil,
    message: screen.message ?? "",
    messageSentAt: custom.messageSentAt,
    supportCode: custom.supportCode,
    language,
    direction: LANGUAGES[language].direction,
  };
}
