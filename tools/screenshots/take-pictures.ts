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
  /** What browsers complained of. */
  readonly complaints: string[];
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

/** Notes what a page complains of in the browser's console, a line each, but for what begins as expected. */
export function watch(page: Page, name: string, complaints: string[], expected?: string): void {
  page.on("console", (message) => {
    const text = message.text();
    const isExpected = expected !== undefined && text.startsWith(expected);
    if (message.type() === "error" && !isExpected) complaints.push(`${name}: ${text}`);
  });
  page.on("pageerror", (error) => complaints.push(`${name}: ${error.message}`));
}

/** Pictures in both widths and schemes (`name-scheme-width.png`), and what axe and a look for cut text find there. */
export async function takePictures(browser: Browser, folder: string, subjects: readonly Subject[]) {
  await mkdir(folder, { recursive: true });
  const album = albumIn(folder);
  await openEach(browser, subjects, (page, subject) => look(page, subject, album));
  const large = subjects.filter(({ isForEverybody }) => isForEverybody);
  if (large.length > 0)
    await withBrowser(
      (other) => openEach(other, large, (page, { name }) => lookAtLargeText(page, name, album)),
      LARGE_TEXT,
    );
  return album.findings;
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

type Album = ReturnType<typeof albumIn>;

/** Keeps pictures in a folder, of whole pages unless a height is said, and what was found meanwhile. */
function albumIn(folder: string) {
  const findings: Findings = { pictures: [], axe: [], overflow: [], complaints: [] };
  return {
    findings,
    async shoot(page: Page, name: string, width: number, height?: number): Promise<void> {
      const size = height === undefined ? width : `${width}x${height}`;
      const path = join(folder, `${name}-${size}.png`);
      await page.setViewportSize({ width, height: height ?? HEIGHT });
      await page.screenshot({ path, fullPage: height === undefined });
      findings.pictures.push(path);
    },
    async findCut(page: Page, name: string, width: number): Promise<void> {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.waitForTimeout(REST_MS);
      for (const { text, reason } of await findCutText(page))
        findings.overflow.push(`${name} at ${width} px: "${text}" ${reason}`);
    },
  };
}

async function look(page: Page, subject: Subject, album: Album): Promise<void> {
  const { name, withoutRules = [], windowHeight, isForEverybody } = subject;
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const builder = new AxeBuilder({ page }).exclude(WITHOUT_SCRIPTS);
    const { violations } = await builder.disableRules([...withoutRules]).analyze();
    for (const { id, nodes } of violations)
      album.findings.axe.push(`${name} ${colorScheme}: ${id} (${nodes[0]?.html})`);
    for (const width of WIDTHS) await album.shoot(page, `${name}-${colorScheme}`, width);
  }
  for (const width of [...WIDTHS, ...NARROW]) await album.findCut(page, name, width);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (windowHeight !== undefined) await album.shoot(page, `${name}-light`, WIDTHS[1], windowHeight);
  if (!isForEverybody) return;
  await page.emulateMedia({ forcedColors: "active" });
  for (const width of WIDTHS) await album.shoot(page, `${name}-forced-colours`, width);
}

async function lookAtLargeText(page: Page, name: string, album: Album): Promise<void> {
  for (const width of WIDTHS) {
    await album.shoot(page, `${name}-large-text`, width);
    await album.findCut(page, `${name}, large text,`, width);
  }
}
