import type { Browser } from "playwright";
import { disconnectDb } from "@/lib/db/client";
import { startCrowd } from "../../crowd/run-crowd";
import { createEmptyCustomer, fillDemo, type SignIn } from "../../shared/console/fill";
import { findParameters } from "../../shared/console/find-parameters";
import { launchBrowser } from "../../stack/browser";
import { SERVICE_NAMES } from "../../stack/services";
import { type Stack, startIsolated } from "../../stack/stack";
import type { Shown } from "./subjects";

type Say = (line: string) => void;

/** So many come to the demo's sale before anything is shown, and so many more while pictures are taken. */
const CROWD = { visitors: 6_000, perSecond: 40, absent: 0.05, timeoutSeconds: 900 } as const;
const SEEN_AFTER_MS = 75_000;

/** Runs `look` while a whole system is up with a customer who has much to show, one who has nothing, and a crowd. */
export async function withStage<Result>(
  say: Say,
  look: (shown: Shown, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const stack = await startIsolated({
    services: SERVICE_NAMES,
    onProgress: say,
    isForCrowds: true,
  });
  const browser = await launchBrowser(say);
  try {
    return await look(await setStage(stack, browser, say), browser);
  } finally {
    await browser.close();
    await disconnectDb();
    await stack.close();
  }
}

async function setStage(stack: Stack, browser: Browser, say: Say): Promise<Shown> {
  const { demo, urls, env } = stack;
  for (const [name, value] of Object.entries(env))
    if (value !== undefined) process.env[name] = value;
  say("Making what there is to see");
  await fillDemo();
  const empty = await createEmptyCustomer();
  const shop = new URL("/tickets", urls.shop);
  const crowd = startCrowd({ shop, ...CROWD, onProgress: () => undefined });
  // It is still under way when the pictures are taken and the system goes.
  crowd.result.catch(() => undefined);
  say("Waiting until the sale is under way");
  await new Promise((resolve) => setTimeout(resolve, SEEN_AFTER_MS));
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
