import type { BrowserContextOptions, Page } from "playwright";
import { fillPath } from "../../shared/console/find-pages";
import type { Subject } from "../take-pictures";
import { breakTable, holdTable } from "./hold-tables";

export const STATES = ["full", "empty", "loading", "error"] as const;
export type State = (typeof STATES)[number];

type Cookies = NonNullable<BrowserContextOptions["storageState"]>;

/** What is there to be shown. */
export type Shown = {
  readonly consoleUrl: string;
  readonly databaseUrl: string;
  /** Somebody of a customer with much to see, and of one with nothing. */
  readonly signedIn: { readonly full: Cookies; readonly empty: Cookies };
  /** What stands for `[name]` in a path: one of each kind that the full customer has. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What browsers complained of, a line each. */
  readonly complaints: string[];
};

/**
 * The table that a page cannot do without, by the first word of its path. The frame of the console needs the others: a
 * page whose table is missing here has no state of its own for waiting and for faults.
 */
const TABLES: Readonly<Record<string, string>> = {
  "address-lists": "AddressList",
  "audit-log": "AuditEntry",
  connectors: "ConfigKey",
  events: "Event",
  members: "Invitation",
  rehearsals: "Rehearsal",
  reports: "HourFigure",
  rules: "Rule",
  secrets: "Secret",
  themes: "Theme",
};

const SEEN_MS = 20_000;

/** A page in one state; null where it has none. Throws an `ExpectedFailure` for a path with an unknown parameter. */
export function subjectOf(shown: Shown, path: string, state: State): Subject | null {
  const address = state === "empty" && path.includes("[") ? null : fillPath(path, shown.parameters);
  const table = TABLES[path.split("/")[1] ?? ""];
  const needsTable = state === "loading" || state === "error";
  if (address === null || (needsTable && table === undefined)) return null;
  const name = [...path.replaceAll(/[[\]]/g, "").split("/").filter(Boolean), state].join("-");
  return {
    name,
    locale: "en",
    storageState: shown.signedIn[state === "empty" ? "empty" : "full"],
    // The heading comes with what it is the heading of.
    withoutRules: state === "loading" ? ["page-has-heading-one"] : [],
    open: async (page) => {
      if (state !== "error") watch(page, name, shown.complaints);
      const url = new URL(address, shown.consoleUrl).href;
      if (table === undefined || !needsTable) return openWhole(page, url);
      if (state === "loading")
        return openHeld(page, url, await holdTable(shown.databaseUrl, table));
      const mend = await breakTable(shown.databaseUrl, table);
      await openBroken(page, url).finally(mend);
    },
  };
}

async function openWhole(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).waitFor({ timeout: SEEN_MS });
  // A page that never rests is looked at as it is.
  await page.waitForLoadState("networkidle").catch(() => undefined);
}

/** The table is held until the page is closed. */
async function openHeld(page: Page, url: string, release: () => Promise<void>): Promise<void> {
  page.once("close", () => void release());
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("main").waitFor({ timeout: SEEN_MS });
}

/** A page that does not ask for the table is shown as it is. */
async function openBroken(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const fault = page.getByRole("button", { name: "Try again" });
  await fault
    .or(page.getByRole("heading", { level: 1 }))
    .first()
    .waitFor({ timeout: SEEN_MS });
}

function watch(page: Page, name: string, complaints: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${name}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${name}: ${error.message}`));
}
