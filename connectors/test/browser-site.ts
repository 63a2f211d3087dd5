import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { configScript, verdictScript } from "./browser-room.ts";
import {
  type AdapterSite,
  ORIGIN_COOKIE,
  originPage,
  type SiteAnswer,
  type SiteSetup,
  type SiteVisit,
} from "./conformance/site.ts";

const SHOP = "https://shop.example";
const ROOM = "https://room.example";
const ENTRY = fileURLToPath(new URL("../src/adapters/browser/script.ts", import.meta.url));
const FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/google/chrome", "/snap/bin"];
const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium of this machine; Playwright's own, where it was installed. */
export function launchChromium(): Promise<Browser> {
  const found = FOLDERS.flatMap((folder) => PROGRAMS.map((name) => `${folder}/${name}`));
  const executablePath = found.find((path) => existsSync(path));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
}

/** The script for pages as the waiting room serves it. */
export async function buildScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The page that everybody gets; only the script in it stands between the visitor and the rest. */
function shopPage(setup: SiteSetup): string {
  const { customerId, failOpen } = setup;
  return `<!doctype html><html lang="en"><head><title>Shop</title>
<script src="${ROOM}/assets/connector.js" data-stanchion-c="${customerId}"
  data-stanchion-fail-open="${failOpen}" data-stanchion-noautorun></script>
</head><body>${originPage("")}</body></html>`;
}

const JAVASCRIPT = "text/javascript; charset=utf-8";

interface Departures {
  /** Where pages tried to go. */
  readonly left: readonly string[];
  /** Lets them arrive there: a page can be asked until then. */
  readonly letArrive: () => void;
}

/** Serves the shop and the waiting room to a context. */
async function serve(
  context: BrowserContext,
  setup: SiteSetup,
  script: string,
): Promise<Departures> {
  const left: string[] = [];
  let letArrive = (): void => undefined;
  const mayArrive = new Promise<void>((resolve) => {
    letArrive = resolve;
  });
  const runs = (body: string) => ({ contentType: JAVASCRIPT, body });
  await context.route(`${SHOP}/**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "set-cookie": ORIGIN_COOKIE },
      body: shopPage(setup),
    }),
  );
  await context.route(`${ROOM}/**`, async (route) => {
    const request = route.request();
    const address = request.url();
    if (address.endsWith("/assets/connector.js")) return route.fulfill(runs(script));
    if (address.includes("/javascriptqueue/")) {
      return route.fulfill(runs(verdictScript(setup, address)));
    }
    if (address.includes("/queueclientConfig.js")) {
      const config = await configScript(setup);
      return config === null ? route.abort() : route.fulfill(runs(config));
    }
    left.push(address);
    await mayArrive;
    return route.fulfill({ contentType: "text/html", body: "the waiting room" });
  });
  return { left, letArrive };
}

/** Browsers keep no longer one. */
const LONGEST_COOKIE = 4_096;

function cookiesOf(visit: SiteVisit) {
  return (visit.headers?.["cookie"] ?? "").split("; ").flatMap((pair) => {
    const equals = pair.indexOf("=");
    const cookie = { name: pair.slice(0, equals), value: pair.slice(equals + 1), url: SHOP };
    return equals > 0 && pair.length <= LONGEST_COOKIE ? [cookie] : [];
  });
}

/** Remembers what the page's scripts write into its cookies, and whether they leave the page. */
const RECORD = `(() => {
  const written = [];
  navigation.addEventListener("navigate", ({ destination }) => {
    if (!destination.sameDocument) window.isLeaving = true;
  });
  const jar = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  Object.defineProperty(document, "cookie", {
    get: () => jar.get.call(document),
    set: (text) => { written.push(text); jar.set.call(document, text); },
  });
  window.written = written;
})()`;

/** Checks the page and tells what has come of it. */
const CHECK = `(async () => {
  await window.stanchion.check();
  const cover = document.getElementById("stanchion-cover");
  return {
    cover: cover === null ? null : cover.textContent,
    isLeaving: window.isLeaving === true,
    text: document.body.innerText,
    written: window.written,
  };
})()`;

interface Outcome {
  /** What the cover says; null when the page can be seen. */
  readonly cover: string | null;
  readonly isLeaving: boolean;
  readonly text: string;
  readonly written: readonly string[];
}

/** Where the page has gone, or what its address bar says now; null when it stays as it was. */
async function findLocation(
  page: Page,
  address: string,
  { isLeaving }: Outcome,
  left: readonly string[],
): Promise<string | null> {
  if (isLeaving) {
    await page.waitForURL(`${ROOM}/**`);
    return left[0] ?? null;
  }
  return page.url() === address ? null : page.url();
}

/** Tells of a page in the words for servers: who is sent elsewhere gets a 302. */
async function visitPage(
  context: BrowserContext,
  path: string,
  { left, letArrive }: Departures,
): Promise<SiteAnswer> {
  const page = await context.newPage();
  await page.addInitScript({ content: RECORD });
  await page.goto(`${SHOP}${path}`);
  const outcome = await page.evaluate<Outcome>(CHECK);
  letArrive();
  const location = await findLocation(page, `${SHOP}${path}`, outcome, left);
  const { cover, text, written } = outcome;
  if (location !== null) {
    const header = (name: string) => (name === "location" ? location : null);
    return { status: 302, header, setCookies: written, body: "" };
  }
  const [status, body] = cover === null ? [200, text] : [503, cover];
  return { status, header: () => null, setCookies: [ORIGIN_COOKIE, ...written], body };
}

/** What only connectors on servers can be told. */
const NOT_FOR_PAGES = [
  "acceptsPush",
  "activityUrl",
  "configPublicKeys",
  "enqueueToken",
  "replay",
] as const;

/** Starts a site whose pages are protected by the script in them, in a real browser. */
export async function startBrowserSite(
  setup: SiteSetup,
  browser: Browser,
  script: string,
): Promise<AdapterSite> {
  for (const name of NOT_FOR_PAGES) {
    if (setup[name] !== undefined) throw new Error(`A page cannot have ${name}`);
  }
  return {
    origin: SHOP,
    send: async (path, visit = {}) => {
      if ((visit.method ?? "GET") !== "GET") throw new Error("A page is loaded with GET");
      const context = await browser.newContext();
      try {
        await context.addCookies(cookiesOf(visit));
        return await visitPage(context, path, await serve(context, setup, script));
      } finally {
        await context.close();
      }
    },
    close: async () => undefined,
  };
}
