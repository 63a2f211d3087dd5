import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { isLanguage, LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { launchBrowser } from "../stack/browser";
import { projectPath } from "../stack/paths";
import { requireFonts } from "./require-fonts";
import { type StateServer, serveStates } from "./serve-states";
import { type ShownState, STATES } from "./states";
import { type Findings, type Subject, takePictures } from "./take-pictures";

const SHOWN: readonly Language[] = ["en", "de", "ar", "ja"];
const FOLDER = projectPath(".data", "screenshots", "waiting-page");
/** What the documents show, by the name of the picture. */
const FOR_DOCUMENTS = {
  "waiting-page": "in-line-en-light-1440",
  "waiting-page-dark": "in-line-en-dark-390",
  "waiting-page-arabic": "in-line-ar-light-390",
  "waiting-page-turn": "turn-en-light-390",
} as const;

/** Only news of a certain age make the page ask before its time. */
const NEWS_ARE_OLD_MS = 3_000;

export type Wanted = {
  /** Null for all. */
  readonly states: readonly string[] | null;
  readonly languages: readonly string[] | null;
  readonly say: (line: string) => void;
};

/**
 * Takes pictures of the waiting page in these states and languages. Throws an `ExpectedFailure` for a state or
 * language that there is not.
 */
export async function takeWaitingPage({ states, languages, say }: Wanted): Promise<Findings> {
  const names = states ?? Object.keys(STATES);
  const unknown = names.find((name) => !(name in STATES));
  if (unknown !== undefined)
    throw new ExpectedFailure(
      `There is no state ${unknown}: there are ${Object.keys(STATES).join(", ")}.`,
    );
  const tags = languages?.map(readLanguage) ?? [...new Set([...SHOWN, longestLanguage()])];
  requireFonts(say);
  const browser = await launchBrowser(say);
  const server = await serveStates();
  const all: Findings[] = [];
  try {
    for (const language of tags) {
      say(`${LANGUAGES[language].name}: ${names.length} states`);
      for (const name of names)
        all.push(await takePictures(browser, FOLDER, subjectOf(server, name, language)));
    }
  } finally {
    await browser.close();
    await server.close();
  }
  if (states === null && languages === null) await showInDocuments();
  return {
    pictures: all.flatMap(({ pictures }) => pictures),
    axe: all.flatMap(({ axe }) => axe),
    overflow: all.flatMap(({ overflow }) => overflow),
  };
}

function readLanguage(tag: string): Language {
  if (isLanguage(tag)) return tag;
  throw new ExpectedFailure(
    `There is no language ${tag}: there are ${Object.keys(LANGUAGES).join(", ")}.`,
  );
}

/** The language whose page needs most letters. */
function longestLanguage(): Language {
  const lengthOf = (language: Language) => JSON.stringify(textsIn(language).screen).length;
  const tags = Object.keys(LANGUAGES).filter(isLanguage);
  return tags.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
}

function subjectOf(server: StateServer, name: string, language: Language): Subject {
  return {
    name: `${name}-${language}`,
    locale: language,
    open: async (page) => {
      const state = STATES[name];
      if (state?.later === undefined) await page.goto(server.address(name, language));
      else {
        const words = page.waitForResponse(/\/texts\.json/);
        await page.goto(server.address(name, language));
        await words;
        await makeTrouble(page, state.later);
      }
      await page.waitForSelector(`body[data-screen="${state?.screen}"]`);
      if (state?.shows !== undefined) await page.waitForSelector(state.shows);
    },
  };
}

/** Every question fails from now on, and the page asks soon: a browser whose network came back does. */
async function makeTrouble(page: Page, trouble: NonNullable<ShownState["later"]>): Promise<void> {
  if (trouble === "no network") {
    await page.context().setOffline(true);
    return;
  }
  const fault = { status: 500, contentType: "application/json", body: '{"code":"internal"}' };
  await page.route("**/line/**", (route) =>
    trouble === "no answer" ? route.abort() : route.fulfill(fault),
  );
  await page.waitForTimeout(NEWS_ARE_OLD_MS);
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

async function showInDocuments(): Promise<void> {
  const images = projectPath("docs", "images");
  await mkdir(images, { recursive: true });
  for (const [name, picture] of Object.entries(FOR_DOCUMENTS))
    await copyFile(join(FOLDER, `${picture}.png`), join(images, `${name}.png`));
}
