import type { Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import type { PageBrand } from "./document";
import { renderMessagePage } from "./message-page";
import { exampleMessage, exampleView } from "./preview-states";
import { renderWaitingPage } from "./waiting-page";

export type Preview = {
  /** One of `PREVIEW_STATES`. */
  readonly state: string;
  readonly language: Language;
  readonly brand: PageBrand;
  readonly eventName: string;
};

/**
 * A page as visitors see it in one state, for a frame in which nothing runs: the same that a waiting room sends, without
 * its scripts and what stands in for them. Null for a state that there is not.
 */
export function renderPreview({ state, language, brand, eventName }: Preview): string | null {
  const words = { language, texts: textsIn(language, brand.theme?.texts) };
  const code = exampleMessage(state);
  if (code !== undefined) {
    return withoutScripts(renderMessagePage({ code, ...words, brand, eventName, action: null }));
  }
  const view = exampleView(state);
  if (view === undefined) return null;
  return withoutScripts(
    renderWaitingPage({
      ...words,
      brand,
      eventName,
      ...{ customerId: "preview", eventId: "preview", runId: 1, linePath: "/line/preview/preview" },
      targetUrl: "https://preview.invalid/",
      clientScriptUrl: "/preview.js",
      isRandom: view.state === "random",
      view,
    }),
  );
}

function withoutScripts(page: string): string {
  return page
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<noscript>[\s\S]*?<\/noscript>/g, "")
    .replace('id="fallback"', 'id="fallback" hidden');
}
