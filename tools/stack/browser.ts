import type { Browser } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { findProgram, installProgram } from "./programs";
import { say } from "./run-command";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export function findBrowser(): string | null {
  return findProgram(...NAMES);
}

/** The Chromium of this machine, installed from Debian's packages as root when there is none. */
export function requireBrowser(onProgress: (line: string) => void): string {
  const browser = installProgram("chromium", NAMES, onProgress);
  if (browser !== null) return browser;
  throw new ExpectedFailure(
    "No browser was found for the browser tests: install Chromium (for example: apt-get install chromium) and try again.",
  );
}

/** Starts it for as long as `use` takes. Playwright is loaded only now: most who ask for the browser hand it to others. */
export async function withBrowser<Result>(
  use: (browser: Browser) => Promise<Result>,
  more: readonly string[] = [],
): Promise<Result> {
  const executablePath = requireBrowser(say);
  const { chromium } = await import("playwright");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", ...more];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}
