import { createCheck } from "./check.ts";
import { intercept } from "./intercept.ts";
import { type BrowserConnectorOptions, findProblem } from "./options.ts";
import type { Page } from "./page.ts";
import { watchAddress } from "./watch-address.ts";
import { pageOf } from "./window-page.ts";

/** The connector of a page. */
export interface BrowserConnector {
  /** Checks the page as it is now. Never rejects. */
  readonly check: () => Promise<void>;
}

/**
 * Starts the connector on a page, without checking it yet. Wrong options and a second start are
 * reported to the console and change nothing; the result is then null.
 */
export function startOn(
  view: Window & typeof globalThis,
  page: Page,
  options: BrowserConnectorOptions,
): BrowserConnector | null {
  const isStarted = Object.hasOwn(view, "stanchion");
  const problem = isStarted ? "already-started" : findProblem(options);
  if (problem !== null) {
    page.report(problem, "not protected");
    return null;
  }
  const checkPage = createCheck(options, page);
  let checked = Promise.resolve();
  const check = (): Promise<void> => {
    checked = checkPage();
    return checked;
  };
  const connector = { check };
  Object.defineProperty(view, "stanchion", { value: connector });
  if (options.intercept === true) {
    intercept(view, {
      domains: options.interceptDomains ?? [],
      navigate: (address) => page.navigate(address, true),
      checked: () => checked,
      refuse: (address) => page.report("redirect-refused", address),
    });
  }
  if (options.spa === true) watchAddress(view, () => void check());
  // The back button may bring a page back as it was when it was left.
  view.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void check();
  });
  return connector;
}

/**
 * Starts the connector in the page that runs this, without checking it yet: see {@link startOn}. It
 * keeps honest visitors in the line and nobody else: whoever switches scripts off sees the page.
 *
 * @example
 * const connector = startBrowserConnector({
 *   customerId: "acme",
 *   configOrigin: "https://room.example.com",
 *   failOpen: true,
 * });
 * await connector?.check();
 */
export function startBrowserConnector(options: BrowserConnectorOptions): BrowserConnector | null {
  return startOn(window, pageOf(window, ""), options);
}
