import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import type { Screen } from "@/waiting-room/client/screen";
import { screenOf } from "@/waiting-room/client/screen-of";
import { wordsIn } from "@/waiting-room/client/words";
import type { PageBrand } from "./document";
import { fillCustomPage } from "./fill-custom-page";
import { escapeHtml } from "./html";
import { markTexts, showMarks } from "./mark-texts";
import { renderMessagePage } from "./message-page";
import { EXAMPLE_AT_MS, exampleMessage, exampleOf, type PreviewedOpening } from "./preview-states";
import { renderWaitingPage } from "./waiting-page";

export type Preview = {
  /** One of `PREVIEW_STATES`. */
  readonly state: string;
  readonly language: Language;
  readonly brand: PageBrand;
  readonly eventName: string;
  /** What the event's page shows before its start; an example's where it is left out. */
  readonly opening?: PreviewedOpening;
  /** In which times are shown; UTC where it is left out. */
  readonly timeZone?: string;
  /** What an operator says instead of the example. */
  readonly message?: string;
  /** The customer's own page around it; null for ours. */
  readonly template?: CompiledTemplate | null;
  /** Each text stands in an element with its name, so that it can be found by where it stands. */
  readonly isMarked?: boolean;
};

const EXAMPLE_KEPT_MS = 30 * 60_000;

/**
 * A page as visitors see it in one state, for a frame in which nothing runs: the same that a waiting room sends and its
 * script goes on with. Null for a state that there is not.
 */
export function renderPreview(preview: Preview): string | null {
  const texts = textsIn(preview.language, preview.brand.theme?.texts);
  if (preview.isMarked !== true) return renderWith(preview, texts);
  const page = renderWith(preview, markTexts(texts));
  return page === null ? null : showMarks(page, texts);
}

function renderWith(preview: Preview, texts: Texts): string | null {
  const { state, language, brand, eventName, template = null, timeZone = "UTC" } = preview;
  const words = { language, texts };
  const code = exampleMessage(state);
  if (code !== undefined) {
    return withoutScripts(
      renderMessagePage({ code, ...words, brand, eventName, action: null }),
      null,
    );
  }
  const example = exampleOf(state, preview);
  if (example === undefined) return null;
  const { visitor, line } = example;
  const said = wordsIn(language, words.texts.screen, timeZone);
  const screen = screenOf(visitor, EXAMPLE_AT_MS, said);
  const { place } = visitor;
  const waiting = place.kind === "waiting" ? place : null;
  const custom =
    template &&
    fillCustomPage({
      template,
      words: said,
      line,
      kind: line.startAt === null ? "always-on" : "scheduled",
      place: waiting && { number: waiting.number, supportCode: waiting.supportCode ?? "" },
      waits: waiting !== null,
      keptUntilMs: line.now + EXAMPLE_KEPT_MS,
      customerName: brand.name,
      scriptUrl: "/preview.js",
      againUrl: "",
    });
  const page = renderWaitingPage({
    ...words,
    brand,
    eventName,
    ...{ customerId: "preview", eventId: "preview", runId: 1, linePath: "/line/preview/preview" },
    targetUrl: "https://preview.invalid/",
    timeZone,
    clientScriptUrl: "/preview.js",
    laterScriptUrl: "/preview.js",
    isRandom: line.method === "random",
    drawUrl: line.draw === null ? null : "/draw/preview/preview/1",
    view: { state: "line", line, place: null },
    screen,
    custom,
  });
  return withoutScripts(page, screen);
}

/** What scripts would load or write is left out or written here. */
function withoutScripts(page: string, screen: Screen | null): string {
  const action = screen?.action ?? null;
  const button =
    action === null || action.kind === "challenge"
      ? ""
      : `<div class="action"><button type="button" class="button">${escapeHtml(action.label)}</button></div>`;
  return page
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<noscript>[\s\S]*?<\/noscript>/g, "")
    .replace('id="fallback"', 'id="fallback" hidden')
    .replace('<div class="action scripted" id="action" hidden></div>', () => button);
}
