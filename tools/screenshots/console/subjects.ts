import pg from "pg";
import type { BrowserContextOptions, Page } from "playwright";
import { fillPath } from "../../shared/console/find-pages";
import { type Subject, watch } from "../take-pictures";
import { EVENT_IN_STATE } from "./event-states";

export const STATES = ["full", "empty", "loading", "error"] as const;
type State = (typeof STATES)[number];

type Cookies = NonNullable<BrowserContextOptions["storageState"]>;

/** What is there to be shown. */
export type Shown = {
  readonly consoleUrl: string;
  readonly databaseUrl: string;
  /** Somebody of a customer with much to see, and of one with nothing. */
  readonly signedIn: Readonly<Record<"full" | "empty", Cookies>>;
  /** What stands for `[name]` in a path: one of each kind that the full customer has. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly complaints: string[];
};

/**
 * The table that a page cannot do without, by the first word of its path. The frame of the console needs the others: a
 * page whose table is missing here has no state of its own for waiting and for faults.
 */
const TABLES: Readonly<Record<string, string>> = {
  "address-lists": "AddressList",
  alerts: "AlertRule",
  "audit-log": "AuditEntry",
  connectors: "ConfigKey",
  events: "Event",
  members: "Invitation",
  rehearsals: "Rehearsal",
  reports: "HourFigure",
  rules: "Rule",
  secrets: "Secret",
  themes: "Theme",
  thresholds: "Threshold",
  webhooks: "WebhookEndpoint",
};

const LAPTOP_HEIGHT = 800;
const SEEN_MS = 20_000;
const LOCK_MS = 10_000;

/** The page that looks another way in each state of its event. */
const LIVE_PAGE = "/events/[eventId]";

/** Pages in those of these states that they have; the live page in each state of an event. Throws an `ExpectedFailure` for a path with an unknown parameter. */
export function subjectsOf(shown: Shown, paths: readonly string[], states: readonly State[]) {
  const all = paths.flatMap((path) => states.map((state) => subjectOf(shown, path, state)));
  const isLiveWanted = paths.includes(LIVE_PAGE) && states.includes("full");
  const live = Object.entries(isLiveWanted ? EVENT_IN_STATE : {}).map(([state, eventId]) => {
    const parameters = { ...shown.parameters, eventId };
    const subject = subjectOf({ ...shown, parameters }, LIVE_PAGE, "full");
    return subject === null ? null : { ...subject, name: `live-${state}` };
  });
  return [...all, ...live].filter((subject) => subject !== null);
}

function subjectOf(shown: Shown, path: string, state: State): Subject | null {
  const address = state === "empty" && path.includes("[") ? null : fillPath(path, shown.parameters);
  const table = TABLES[path.split("/")[1] ?? ""];
  const needsTable = state === "loading" || state === "error";
  if (address === null || (needsTable && table === undefined)) return null;
  const name = [...path.replaceAll(/[[\]]/g, "").split("/").filter(Boolean), state].join("-");
  return {
    name,
    locale: "en",
    isForEverybody: state === "full",
    windowHeight: state === "full" ? LAPTOP_HEIGHT : undefined,
    storageState: shown.signedIn[state === "empty" ? "empty" : "full"],
    // The heading comes with what it is the heading of.
    withoutRules: state === "loading" ? ["page-has-heading-one"] : [],
    open: async (page) => {
      if (state !== "error") watch(page, name, shown.complaints);
      const url = new URL(address, shown.consoleUrl).href;
      if (table === undefined || !needsTable) return openWhole(page, url);
      const asked = pg.escapeIdentifier(table);
      const away = pg.escapeIdentifier(`${table} (away)`);
      const client = new pg.Client({ connectionString: shown.databaseUrl });
      await client.connect();
      await client.query(`SET lock_timeout = ${LOCK_MS}`);
      if (state === "loading") {
        // Questions about the table wait until the page is closed.
        await client.query(`BEGIN; LOCK TABLE ${asked} IN ACCESS EXCLUSIVE MODE`);
        page.once("close", () => void client.end());
        await page.goto(url, { waitUntil: "commit" });
        return page.locator("main").waitFor({ timeout: SEEN_MS });
      }
      try {
        await client.query(`ALTER TABLE ${asked} RENAME TO ${away}`);
        await openBroken(page, url);
      } finally {
        await client.query(`ALTER TABLE IF EXISTS ${away} RENAME TO ${asked}`);
        await client.end();
      }
    },
  };
}

async function openWhole(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).waitFor({ timeout: SEEN_MS });
  // A page that never rests is looked at as it is.
  await page.waitForLoadState("networkidle").catch(() => undefined);
}

/** A page that does not ask for the table is shown as it is. */
async function openBroken(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const heading = page.getByRole("heading", { level: 1 });
  const seen = page.getByRole("button", { name: "Try again" }).or(heading).first();
  await seen.waitFor({ timeout: SEEN_MS });
}
