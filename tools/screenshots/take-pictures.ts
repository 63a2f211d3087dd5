import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { type CutText, findCutText } from "./find-cut-text";

/** One thing to look at. */
export type Subject = {
  /** Of its pictures; with the language, where there are several. */
  readonly name: string;
  /** What the browser says that it speaks. */
  readonly locale: string;
  /** The cookies of somebody who is signed in. */
  readonly storageState?: BrowserContextOptions["storageState"];
  /** Rules of axe that what is shown cannot keep. */
  readonly withoutRules?: readonly string[];
  /** Opens it and waits until it shows what it is to show. */
  readonly open: (page: Page) => Promise<void>;
};

export type Findings = {
  readonly pictures: readonly string[];
  /** What axe found, a line each. */
  readonly axe: readonly string[];
  /** Text that cannot be read whole, a line each. */
  readonly overflow: readonly string[];
};

const HEIGHT = 900;
const WIDTHS = [390, 1_440] as const;
/** The narrowest phone, and a window of 1,440 px at a zoom of 200 %. */
const NARROW = [320, 720] as const;
/** What follows the window's width by script needs a moment. */
const REST_MS = 200;
const SCHEMES = ["light", "dark"] as const;
/** A frame in which no script may run cannot be looked into: axe would wait for its answer for ever. */
const WITHOUT_SCRIPTS = "iframe[sandbox]:not([sandbox~='allow-scripts'])";

/**
 * Pictures of a subject in both widths and colour schemes, named `name-scheme-width.png`, and what axe and a look for
 * cut text find, at these and at narrower widths.
 */
export async function takePictures(
  browser: Browser,
  folder: string,
  { name, locale, storageState, withoutRules = [], open }: Subject,
): Promise<Findings> {
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({
    locale,
    ...(storageState === undefined ? {} : { storageState }),
    viewport: { width: WIDTHS[0], height: HEIGHT },
    reducedMotion: "reduce",
  });
  const pictures: string[] = [];
  const axe: string[] = [];
  const overflow: string[] = [];
  try {
    const page = await context.newPage();
    await open(page);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page })
        .exclude(WITHOUT_SCRIPTS)
        .disableRules([...withoutRules])
        .analyze();
      axe.push(
        ...violations.map(({ id, nodes }) => `${name} ${scheme}: ${id} (${nodes[0]?.html})`),
      );
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        const file = join(folder, `${name}-${scheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: true });
        pictures.push(file);
      }
    }
    for (const width of [...WIDTHS, ...NARROW]) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.waitForTimeout(REST_MS);
      const found = await findCutText(page);
      overflow.push(...found.map((one) => `${name} at ${width} px: ${lineOf(one)}`));
    }
  } finally {
    await context.close();
  }
  return { pictures, axe, overflow };
}

function lineOf({ text, reason }: CutText): string {
  return `"${text}" ${reason}`;
}
