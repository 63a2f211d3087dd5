import type { Browser } from "playwright";
import { launchBrowser } from "@/tools/stack/browser";
import { say } from "@/tools/stack/run-command";

/** Starts a Chromium for as long as `use` takes. */
export async function withBrowser<Result>(
  use: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await launchBrowser(say);
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}
