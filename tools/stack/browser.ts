import type { Browser } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { findProgram, installProgram } from "./programs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium of this machine, or null. */
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

/** Starts it. Loaded only now: most of what asks for the browser hands it to others. */
export async function launchBrowser(onProgress: (line: string) => void): Promise<Browser> {
  const executablePath = requireBrowser(onProgress);
  const { chromium } = await import("playwright");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  return chromium.launch({ executablePath, args });
}
