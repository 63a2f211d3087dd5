import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
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
  const paths = (await findPages()).filter(
    (path) => pages === null || pages.some((begin) => path.startsWith(begin)),
  );
  if (paths.length === 0) throw new ExpectedFailure("No page of the console begins like that.");
  requireFonts(say);
  return withStage(say, async (shown, browser) => {
    const all: Findings[] = [];
    for (const path of paths) {
      say(path);
      for (const subject of subjectsOf(shown, path, wanted)) {
        const found = await takePictures(browser, FOLDER, subject);
        for (const finding of [...found.axe, ...found.overflow]) say(finding);
        all.push(found);
      }
    }
    if (pages === null && states === null) await showInDocuments();
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

async function showInDocuments(): Promise<void> {
  const images = projectPath("docs", "images");
  await mkdir(images, { recursive: true });
  for (const [name, picture] of Object.entries(FOR_DOCUMENTS))
    await copyFile(join(FOLDER, `${picture}.png`), join(images, `${name}.png`));
}
