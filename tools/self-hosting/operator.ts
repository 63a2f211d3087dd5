import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { requireBrowser } from "../stack/browser";
import { installProgram, runProgram } from "../stack/programs";
import { say } from "../stack/run-command";
import { type ClickAction, cannotFollow } from "./guide";
import { ADDRESS, type Machine } from "./machine";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  `--host-resolver-rules=MAP *.example.com ${ADDRESS}`,
];
const PATIENCE_MS = 60_000;

/** What only this run knows: a password that it makes up, and texts that are shown once. */
export type OwnValues = Map<"YOUR-PASSWORD" | "THE-SECRET" | "THE-API-KEY", string>;

export function makeOwnValues(): OwnValues {
  return new Map([["YOUR-PASSWORD", `a passphrase ${randomBytes(6).toString("hex")}`]]);
}

export function replaceOwnValues(text: string, values: OwnValues): string {
  return [...values].reduce((result, [name, value]) => result.replaceAll(name, value), text);
}

/** A home for a browser that trusts the authority whose certificate is in `authorityFile`, and checks all others as ever. */
function makeHome(directory: string, authorityFile: string): string {
  const home = join(directory, "browser");
  const database = join(home, ".pki", "nssdb");
  mkdirSync(database, { recursive: true });
  const certutil = installProgram("libnss3-tools", ["certutil"], say) ?? "certutil";
  const store = ["-d", `sql:${database}`];
  const trust = ["-A", ...store, "-t", "C,,", "-n", "own", "-i", authorityFile];
  const isTrusting =
    runProgram(certutil, ["-N", ...store, "--empty-password"]) !== null &&
    runProgram(certutil, trust) !== null;
  if (!isTrusting) throw new ExpectedFailure("Install certutil (apt-get install libnss3-tools).");
  return home;
}

export async function startBrowser(
  machine: Machine,
  directory: string,
  authorityFile: string | null,
): Promise<Browser> {
  const program = requireBrowser(say);
  const wrapper = join(directory, "browser-on-machine");
  writeFileSync(wrapper, `#!/bin/sh\nexec ${machine.network.join(" ")} ${program} "$@"\n`);
  chmodSync(wrapper, 0o755);
  const home = authorityFile === null ? {} : { HOME: makeHome(directory, authorityFile) };
  const env = { ...process.env, ...home };
  return chromium.launch({ executablePath: wrapper, args: FLAGS, env });
}

/** Where a label is looked for: in the dialog if one is open. */
async function scopeOf(page: Page): Promise<Page | Locator> {
  const dialog = page.getByRole("dialog");
  return (await dialog.count()) > 0 ? dialog.last() : page;
}

/** Until nothing is under way any more: a person looks at what comes, too, before they go on. */
async function settle(page: Page): Promise<void> {
  const pending = page.locator("[data-pending=true], [aria-busy=true]");
  let quiet = 0;
  for (let look = 0; look < 600 && quiet < 10; look += 1) {
    const before = page.url();
    await page.waitForTimeout(100);
    quiet = page.url() === before && (await pending.count()) === 0 ? quiet + 1 : 0;
  }
}

async function press(page: Page, label: string): Promise<void> {
  const exact = { name: label, exact: true } as const;
  const deadlineMs = Date.now() + PATIENCE_MS;
  while (Date.now() < deadlineMs) {
    const scope = await scopeOf(page);
    const named = scope.getByRole("button", exact).or(scope.getByRole("link", exact));
    const enabled = named.and(scope.locator(":enabled:visible, a:visible"));
    if ((await enabled.count()) > 0) {
      const href = await enabled.first().getAttribute("href");
      await enabled.first().click();
      await settle(page);
      // What was under way before may have led elsewhere.
      if (href === null || new URL(page.url()).pathname === href) return;
      continue;
    }
    await page.waitForTimeout(100);
  }
  throw new ExpectedFailure(`Nothing is called "${label}" on ${page.url()}.`);
}

async function copyShown(page: Page): Promise<string> {
  const text = await page.getByRole("dialog").locator("code").textContent({ timeout: PATIENCE_MS });
  return (text ?? "").trim();
}

async function fill(page: Page, label: string, value: string): Promise<void> {
  const named = page
    .getByLabel(label, { exact: true })
    .or(page.getByLabel(new RegExp(`^${label}\\b`)));
  const field = named.and(page.locator("input, textarea"));
  await field
    .first()
    .fill(value, { timeout: PATIENCE_MS })
    .catch(() => {
      throw new ExpectedFailure(`No field is called "${label}" on ${page.url()}.`);
    });
}

async function act(page: Page, action: ClickAction, values: OwnValues): Promise<void> {
  if (action.kind === "press") return press(page, action.label);
  if (action.kind === "fill")
    return fill(page, action.label, replaceOwnValues(action.value, values));
  values.set(values.has("THE-SECRET") ? "THE-API-KEY" : "THE-SECRET", await copyShown(page));
}

/** Texts that are to be copied go into `values` in their order. What cannot be done is told with its sentence. */
export async function followList(
  page: Page,
  list: { readonly document: string; readonly actions: readonly ClickAction[] },
  values: OwnValues,
): Promise<void> {
  for (const action of list.actions) {
    await act(page, action, values).catch((error: unknown) => {
      throw cannotFollow(list.document, action, error);
    });
  }
  await page.waitForLoadState("networkidle", { timeout: PATIENCE_MS }).catch(() => undefined);
}
