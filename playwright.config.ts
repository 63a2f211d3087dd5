import { constants, setPriority } from "node:os";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./tools/stack/browser";
import { urlsOf } from "./tools/stack/environment";
import { readPorts } from "./tools/stack/ports";

const executablePath = findBrowser();

// Journeys wait for up to a minute; tests on Redis, which run beside them, count milliseconds.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Journeys through a running system: that of `npm test`, else that of `npm start`. */
export default defineConfig({
  testDir: "e2e",
  outputDir: process.env["TEST_RESULTS_DIRECTORY"] ?? "test-results",
  forbidOnly: true,
  retries: 0,
  // Each journey has a customer of its own, and waits more than it works.
  fullyParallel: true,
  workers: 3,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ? [["list"], ["json"]] : "list",
  use: {
    baseURL: process.env["CONSOLE_URL"] ?? urlsOf(readPorts()).console,
    ignoreHTTPSErrors: true,
    screenshot: "only-on-failure",
    // Pictures of every step would cost a fifth of the run; the trace has the pages themselves.
    trace: { mode: "retain-on-failure", screenshots: false, sources: false },
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
      ],
    },
  },
});
