import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { findProgram, installPackages } from "./programs";

/** The Chromium of this machine, or null. */
export function findBrowser(): string | null {
  return findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

/** The Chromium of this machine, installed from Debian's packages as root when there is none. */
export function requireBrowser(onProgress: (line: string) => void): string {
  const installed = findBrowser();
  if (installed !== null) return installed;
  onProgress("Installing Chromium with apt");
  installPackages("chromium");
  const browser = findBrowser();
  if (browser === null) {
    throw new ExpectedFailure(
      "No browser was found for the browser tests: install Chromium (for example: apt-get install chromium) and try again.",
    );
  }
  return browser;
}
