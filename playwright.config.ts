import { constants, setPriority } from "node:os";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./tools/stack/browser";
import { urlsOf } from "./tools/stack/environment";
import { readPorts } from "./tools/stack/ports";

const executablePath = findBrowser();

// The servers that browsers ask come before them.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Journeys through the running system that the environment describes, as `npm test` starts it. */
export default defineConfig({
  testDir: "e2e",
  outputDir: process.env["TEST_RESULTS_DIRECTORY"] ?? "test-results",
  forbidOnly: true,
  retries: 0,
  // Each journey has a customer of its own, and waits more than it works.
  fullyParallel: true,
  workers: 4,
  // A limit for what hangs, not for what is slow: machines are shared.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ? [["list"], ["json"]] : "list",
  use: {
    baseURL: process.env["CONSOLE_URL"] ?? urlsOf(readPorts()).console,
    ignoreHTTPSErrors: true,
    screenshot: "only-on-failure",
    // A tenth of the run: what failed in npm test and fails once more, alone, has one.
    trace: process.env["TEST_TRACE"] === "off" ? "off" : "retain-on-failure",
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
