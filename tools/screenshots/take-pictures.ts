import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { withBrowser } from "../stack/browser";
import { installPackages } from "../stack/programs";
import { say } from "../stack/run-command";
import { findCutText } from "./find-cut-text";

export type Subject = {
  /** Of its pictures; with the language, where there are several. */
  readonly name: string;
  /** What the browser says that it speaks. */
  readonly locale: string;
  readonly storageState?: BrowserContextOptions["storageState"];
  /** Rules of axe that what is shown cannot keep. */
  readonly withoutRules?: readonly string[];
  /** Also at twice the text size, and in the few colours that a reader has chosen for all pages. */
  readonly isForEverybody?: boolean;
  /** Also what a wide window of this height shows at once, in px. */
  readonly windowHeight?: number | undefined;
  /** Opens it and waits until it shows what it is to show. */
  readonly open: (page: Page) => Promise<void>;
};

export type Findings = {
  readonly pictures: string[];
  readonly axe: string[];
  readonly overflow: string[];
  readonly complaints?: readonly string[];
};

const HEIGHT = 900;
const WIDTHS = [390, 1_440] as const;
/** The narrowest phone, and a window of 1,440 px at a zoom of 200 %. */
const NARROW = [320, 720] as const;
/** What follows the window's width by script needs a moment. */
const REST_MS = 200;
/** A browser in whose settings somebody has chosen twice the usual text size: what is measured in rem follows. */
const LARGE_TEXT = ["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"];
const SCHEMES = ["light", "dark"] as const;
/** A frame in which no script may run cannot be looked into: axe would wait for its answer for ever. */
const WITHOUT_SCRIPTS = "iframe[sandbox]:not([sandbox~='allow-scripts'])";
/** Debian's packages of fonts with a file that shows that each is there. */
const FONTS = {
  "fonts-noto-core": "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf",
  "fonts-noto-cjk": "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
} as const;

/** Letters of every built-in language, installed from Debian's packages as root where they lack. */
export function requireFonts(): void {
  const missing = Object.entries(FONTS).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  say(`Installing ${missing.join(" and ")} with apt`);
  if (installPackages(...missing)) return;
  throw new ExpectedFailure(
    `Pictures need the letters of every language: install the Noto fonts (for example: apt-get install ${missing.join(" ")}) and try again.`,
  );
}

/** Those that are wanted, null for all. Throws an `ExpectedFailure` for one that there is not. */
export function chooseOf<Name extends string>(
  kind: string,
  known: readonly Name[],
  wanted: readonly string[] | null,
): readonly Name[] {
  const find = (name: string): Name => {
    const found = known.find((one) => one === name);
    if (found !== undefined) return found;
    throw new ExpectedFailure(`There is no ${kind} ${name}: there are ${known.join(", ")}.`);
  };
  return wanted?.map(find) ?? known;
}

/**
 * Pictures of subjects in both widths and colour schemes, named `name-scheme-width.png`, and what axe and a look for
 * cut text find, at these and at narrower widths.
 */
export async function takePictures(
  browser: Browser,
  folder: string,
  subjects: readonly Subject[],
): Promise<Findings> {
  await mkdir(folder, { recursive: true });
  const findings: Findings = { pictures: [], axe: [], overflow: [] };
  await openEach(browser, subjects, async (page, subject) => {
    await look(page, folder, subject, findings);
    await lookAtOnce(page, folder, subject, findings);
    if (subject.isForEverybody) await lookInForcedColours(page, folder, subject.name, findings);
  });
  const large = subjects.filter(({ isForEverybody }) => isForEverybody);
  const lookAtLarge = (page: Page, { name }: Subject) =>
    lookAtLargeText(page, folder, name, findings);
  if (large.length > 0)
    await withBrowser((other) => openEach(other, large, lookAtLarge), LARGE_TEXT);
  return findings;
}

async function openEach(
  browser: Browser,
  subjects: readonly Subject[],
  lookAt: (page: Page, subject: Subject) => Promise<void>,
): Promise<void> {
  for (const subject of subjects) {
    say(subject.name);
    const { locale, storageState } = subject;
    const context = await browser.newContext({
      ...{ locale, viewport: { width: WIDTHS[0], height: HEIGHT }, reducedMotion: "reduce" },
      ...(storageState === undefined ? {} : { storageState }),
    });
    try {
      const page = await context.newPage();
      await subject.open(page);
      await lookAt(page, subject);
    } finally {
      await context.close();
    }
  }
}

async function look(
  page: Page,
  folder: string,
  { name, withoutRules = [] }: Subject,
  { pictures, axe, overflow }: Findings,
): Promise<void> {
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const builder = new AxeBuilder({ page }).exclude(WITHOUT_SCRIPTS);
    const { violations } = await builder.disableRules([...withoutRules]).analyze();
    for (const { id, nodes } of violations)
      axe.push(`${name} ${scheme}: ${id} (${nodes[0]?.html})`);
    for (const width of WIDTHS)
      pictures.push(await shoot(page, join(folder, `${name}-${scheme}-${width}.png`), width));
  }
  for (const width of [...WIDTHS, ...NARROW]) await findCut(page, { name, width, overflow });
}

async function lookAtOnce(
  page: Page,
  folder: string,
  { name, windowHeight: height }: Subject,
  { pictures }: Findings,
): Promise<void> {
  if (height === undefined) return;
  const [, width] = WIDTHS;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
  const path = join(folder, `${name}-light-${width}x${height}.png`);
  await page.screenshot({ path });
  pictures.push(path);
}

async function lookInForcedColours(
  page: Page,
  folder: string,
  name: string,
  { pictures }: Findings,
): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  for (const width of WIDTHS)
    pictures.push(await shoot(page, join(folder, `${name}-forced-colours-${width}.png`), width));
}

async function lookAtLargeText(
  page: Page,
  folder: string,
  name: string,
  { pictures, overflow }: Findings,
): Promise<void> {
  for (const width of WIDTHS) {
    pictures.push(await shoot(page, join(folder, `${name}-large-text-${width}.png`), width));
    await findCut(page, { name: `${name}, large text,`, width, overflow });
  }
}

async function shoot(page: Page, path: string, width: number): Promise<string> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.screenshot({ path, fullPage: true });
  return path;
}

async function findCut(
  page: Page,
  at: { readonly name: string; readonly width: number; readonly overflow: string[] },
): Promise<void> {
  const { name, width, overflow } = at;
  await page.setViewportSize({ width, height: HEIGHT });
  await page.waitForTimeout(REST_MS);
  for (const { text, reason } of await findCutText(page))
    overflow.push(`${name} at ${width} px: "${text}" ${reason}`);
}
