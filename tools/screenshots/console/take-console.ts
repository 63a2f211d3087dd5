import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { findPages } from "../../shared/console/find-pages";
import { projectPath } from "../../stack/paths";
import { requireFonts } from "../require-fonts";
import { type Findings, takePictures } from "../take-pictures";
import { withStage } from "./stage";
import { type Shown, STATES, type State, subjectOf } from "./subjects";

const FOLDER = projectPath(".data", "screenshots", "console");
/** What the documents show, by the name of the picture. */
const FOR_DOCUMENTS: Readonly<Record<string, string>> = {
  "live-page": "events-eventId-full-light-1440",
  overview: "overview-full-light-1440",
  "overview-dark": "overview-full-dark-1440",
  report: "reports-runId-full-light-1440",
  rehearsal: "rehearsals-rehearsalId-full-light-1440",
};

/** While there is a line. */
const FIRST: readonly string[] = ["/events/[eventId]", "/overview"];
const WINDOW = { width: 1_440, height: 900 } as const;

export type WantedPages = {
  /** Beginnings of paths, as `/events`; null for all. */
  readonly pages: readonly string[] | null;
  readonly states: readonly string[] | null;
  readonly say: (line: string) => void;
};

/**
 * Takes pictures of every page of the console in each of its states: full, empty, while it loads, and with a fault. A
 * page that is added is found by itself. Throws an `ExpectedFailure` for a state or page that there is not.
 */
export async function takeConsole({
  pages,
  states,
  say,
}: WantedPages): Promise<Findings & { readonly complaints: readonly string[] }> {
  const wanted = states?.map(readState) ?? STATES;
  const found = (await findPages()).filter(
    (path) => pages === null || pages.some((begin) => path.startsWith(begin)),
  );
  const isFirst = (path: string) => FIRST.includes(path);
  const paths = [...found.filter(isFirst), ...found.filter((path) => !isFirst(path))];
  if (paths.length === 0) throw new ExpectedFailure("No page of the console begins like that.");
  requireFonts(say);
  return withStage(say, async (shown, browser) => {
    const all: Findings[] = [];
    for (const path of paths) {
      say(path);
      for (const subject of subjectsOf(shown, path, wanted)) {
        const seen = await takePictures(browser, FOLDER, subject);
        for (const finding of [...seen.axe, ...seen.overflow]) say(finding);
        all.push(seen);
      }
    }
    if (pages === null && states === null) await showInDocuments(browser);
    return {
      pictures: all.flatMap(({ pictures }) => pictures),
      axe: all.flatMap(({ axe }) => axe),
      overflow: all.flatMap(({ overflow }) => overflow),
      complaints: shown.complaints,
    };
  });
}

function subjectsOf(shown: Shown, path: string, states: readonly State[]) {
  return states.map((state) => subjectOf(shown, path, state)).filter((subject) => subject !== null);
}

function readState(name: string): State {
  const state = STATES.find((one) => one === name);
  if (state !== undefined) return state;
  throw new ExpectedFailure(`There is no state ${name}: there are ${STATES.join(", ")}.`);
}

/** As much as a window shows, not the whole page. */
async function showInDocuments(browser: Browser): Promise<void> {
  const images = projectPath("docs", "images");
  await mkdir(images, { recursive: true });
  const page = await browser.newPage({ viewport: WINDOW });
  for (const [name, picture] of Object.entries(FOR_DOCUMENTS)) {
    const bytes = await readFile(join(FOLDER, `${picture}.png`), "base64");
    await page.setContent(`<body style="margin:0"><img src="data:image/png;base64,${bytes}">`);
    await page.screenshot({ path: join(images, `${name}.png`) });
  }
  await page.close();
}
