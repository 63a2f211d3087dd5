import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright";
import { disconnectDb } from "@/lib/db/client";
import { startCrowd } from "../../crowd/run-crowd";
import { createEmptyCustomer, fillDemo, type SignIn } from "../../shared/console/fill";
import { findPages } from "../../shared/console/find-pages";
import { findParameters } from "../../shared/console/find-parameters";
import { withBrowser } from "../../stack/browser";
import { projectPath } from "../../stack/paths";
import { choose, say } from "../../stack/run-command";
import { SERVICE_NAMES } from "../../stack/services";
import { type Stack, startIsolated } from "../../stack/stack";
import { requireFonts, takePictures } from "../take-pictures";
import { finishEventStates, makeEventStates } from "./event-states";
import { type Shown, STATES, subjectsOf } from "./subjects";

const FOLDER = projectPath(".data", "screenshots", "console");
const FOR_DOCUMENTS: Readonly<Record<string, string>> = {
  "live-page": "events-eventId-full-light-1440",
  overview: "overview-full-light-1440",
  "overview-dark": "overview-full-dark-1440",
  report: "reports-runId-full-light-1440",
  rehearsal: "rehearsals-rehearsalId-full-light-1440",
};

/** While there is a line. */
const FIRST: readonly string[] = ["/events/[eventId]", "/overview"];
const WINDOW = { width: 1_440, height: 900 } as const;

/**
 * Takes pictures of every page of the console in each of its states: full, empty, while it loads, and with a fault;
 * `pages` are beginnings of paths, as `/events`, and undefined is for all. A page that is added is found by itself.
 */
export async function takeConsole(states: string | undefined, pages: string | undefined) {
  const wanted = choose(states, STATES, `the states are ${STATES.join(", ")}`);
  const told = "name the beginnings of paths, such as /events";
  const found = choose(pages, await findPages(), told, (path, begin) => path.startsWith(begin));
  const isFirst = (path: string) => FIRST.includes(path);
  const paths = [...found.filter(isFirst), ...found.filter((path) => !isFirst(path))];
  requireFonts();
  return withStage(async (shown, browser) => {
    const findings = await takePictures(browser, FOLDER, subjectsOf(shown, paths, wanted));
    if (pages === undefined && states === undefined) await showInDocuments(browser);
    return { ...findings, complaints: shown.complaints };
  });
}

/** As much as a window shows, not the whole page. */
async function showInDocuments(browser: Browser): Promise<void> {
  const images = projectPath("docs", "images");
  await mkdir(images, { recursive: true });
  const page = await browser.newPage({ viewport: WINDOW });
  for (const [name, picture] of Object.entries(FOR_DOCUMENTS)) {
    const bytes = await readFile(join(FOLDER, `${picture}.png`), "base64");
    await page.setContent(`<body style="margin:0"><img src="data:image/png;base64,${bytes}">`);
    await page.screenshot({ path: join(images, `${name}.png`) });
  }
  await page.close();
}

/** So many come to the demo's sale before anything is shown, and so many more while pictures are taken. */
const CROWD = { visitors: 6_000, perSecond: 40, absent: 0.05, timeoutSeconds: 900 } as const;
const SEEN_AFTER_MS = 75_000;

/** Runs `look` while a whole system is up with a customer who has much to show, one who has nothing, and a crowd. */
async function withStage<Result>(look: (shown: Shown, browser: Browser) => Promise<Result>) {
  const services = SERVICE_NAMES;
  const stack = await startIsolated({ services, onProgress: say, isForCrowds: true });
  try {
    return await withBrowser(async (browser) => look(await setStage(stack, browser), browser));
  } finally {
    await disconnectDb();
    await stack.close();
  }
}

async function setStage(stack: Stack, browser: Browser): Promise<Shown> {
  const { demo, urls, env } = stack;
  Object.assign(process.env, env);
  say("Making what there is to see");
  await fillDemo();
  await makeEventStates();
  const empty = await createEmptyCustomer();
  const shop = new URL("/tickets", urls.shop);
  const crowd = startCrowd({ shop, ...CROWD, onProgress: () => undefined });
  // It is still under way when the pictures are taken and the system goes.
  crowd.result.catch(() => undefined);
  say("Waiting until the sale is under way");
  await delay(SEEN_AFTER_MS);
  await finishEventStates();
  const cookiesOf = (signIn: SignIn) => signInAs(browser, urls.console, signIn);
  return {
    consoleUrl: urls.console,
    databaseUrl: env["DATABASE_URL"] ?? "",
    signedIn: { full: await cookiesOf(demo), empty: await cookiesOf(empty) },
    parameters: await findParameters(),
    complaints: [],
  };
}

async function signInAs(browser: Browser, consoleUrl: string, { email, password }: SignIn) {
  const context = await browser.newContext({ baseURL: consoleUrl });
  try {
    const page = await context.newPage();
    await page.goto("/sign-in");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForURL((url) => url.pathname !== "/sign-in");
    return await context.storageState();
  } finally {
    await context.close();
  }
}
