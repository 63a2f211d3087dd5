import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { PageData } from "./page-data";
import type { Screen } from "./screen";
import { NEVER, type Visitor } from "./visitor";
import type { Words } from "./words";

type Later = typeof import("./later")["later"];
type Loaded = { readonly later: Later; readonly words: Words<ScreenTexts> };

/** By then the visitor's number is shown. */
const SOON_MS = 3_000;
const RETRY_MS = 5_000;

/**
 * Shows what `later.ts` shows; null while that is not there. It is asked for when it is needed first, and at the
 * latest soon after the page; again where it did not come. `then` is called once it is there.
 */
export function loadLater(page: PageData, words: Words, then: (loaded: Loaded) => void) {
  let loaded: Loaded | null = null;
  let askedAtMs = -NEVER;
  let tries = 0;
  const load = (): void => {
    const nowMs = performance.now();
    if (loaded !== null || nowMs - askedAtMs < RETRY_MS) return;
    askedAtMs = nowMs;
    tries += 1;
    Promise.all([loadScript(page.laterUrl, tries), loadTexts(page.textsUrl)]).then(
      ([{ later }, texts]) => {
        loaded = { later, words: { ...words, texts } };
        then(loaded);
      },
      () => undefined,
    );
  };
  setTimeout(load, SOON_MS);
  return (visitor: Visitor, atMs: number): Screen | null => {
    load();
    try {
      return loaded?.later.otherScreen(visitor, atMs, loaded.words) ?? null;
    } catch {
      return null;
    }
  };
}

/** Some browsers remember that an address failed, so each try has its own. */
function loadScript(url: string, tries: number): Promise<typeof import("./later")> {
  return import(`${url}#${tries}`);
}

async function loadTexts(url: string): Promise<ScreenTexts> {
  const response = await fetch(url, { credentials: "omit" });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}
