import type { Page } from "./page.ts";

/** How long a page waits for the waiting room. */
const PATIENCE_MS = 5000;

/** Whether something comes about in time; a failure counts as not. Never rejects. */
export function withinPatience(page: Page, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    page.after(PATIENCE_MS, () => resolve(false));
    work.then(
      () => resolve(true),
      () => resolve(false),
    );
  });
}
