import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright";
import { fillPath, findPages } from "@/tools/shared/console/find-pages";
import { launchBrowser } from "@/tools/stack/browser";
import { projectPath } from "@/tools/stack/paths";

export type Loaded = {
  /** How many addresses the overview asks for the figures of all events. */
  readonly overviewRequests: number;
  /** Bytes of gzip: of the route that needs most before anybody does anything. */
  readonly javascriptBefore: number;
  /** The same with the parts that a route loads later. */
  readonly javascriptInAll: number;
};

type Looked = {
  readonly consoleUrl: string;
  /** `name=value` of a session. */
  readonly cookie: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
};

const WATCHED_MS = 10_000;
const OVERVIEW = "/overview";

/** Opens every page in a browser and weighs the scripts that it loads by itself, and those that it may load later. */
export async function weighJavascript(looked: Looked): Promise<Loaded> {
  const { say, parameters } = looked;
  const browser = await launchBrowser(say);
  try {
    let [before, inAll] = [0, 0];
    for (const path of await findPages()) {
      const scripts = await scriptsOf(browser, looked, fillPath(path, parameters));
      const loaded = sumOf(scripts);
      say(`${path}: ${loaded} bytes`);
      const later = new Map([...(await laterScriptsOf(path))].filter(([url]) => !scripts.has(url)));
      before = Math.max(before, loaded);
      inAll = Math.max(inAll, loaded + sumOf(later));
    }
    const overviewRequests = await countRequests(browser, looked);
    return { overviewRequests, javascriptBefore: before, javascriptInAll: inAll };
  } finally {
    await browser.close();
  }
}

function sumOf(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Bytes by the path of the script. A page may lead on to another: what both load counts. */
async function scriptsOf(
  browser: Browser,
  looked: Looked,
  path: string,
): Promise<ReadonlyMap<string, number>> {
  const page = await openPage(browser, looked);
  const loaded = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js") && response.ok()) loaded.add(pathname);
  });
  await page.goto(path, { waitUntil: "load" });
  await page.waitForTimeout(500);
  await page.context().close();
  return weigh([...loaded]);
}

/** The bytes of gzip of built scripts, by their paths `/_next/static/…`. */
async function weigh(paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const weighed = paths.map(async (path) => {
    const bytes = await readFile(projectPath(".next", path.replace(/^\/_next\//, "")));
    return [path, gzipSync(bytes).length] as const;
  });
  return new Map(await Promise.all(weighed));
}

/** What Next.js says that a page may load later (`react-loadable-manifest.json`). */
async function laterScriptsOf(path: string): Promise<ReadonlyMap<string, number>> {
  const route = path.replace(/\/settings\/[a-z]+$/, "/settings/[section]");
  const folder = projectPath(".next", "server", "app", "(console)", ...route.split("/"), "page");
  const text = await readFile(`${folder}/react-loadable-manifest.json`, "utf8");
  const parts: Readonly<Record<string, { readonly files: readonly string[] }>> = JSON.parse(text);
  const files = new Set(Object.values(parts).flatMap(({ files }) => files));
  const scripts = [...files].filter((file) => file.endsWith(".js"));
  return weigh(scripts.map((file) => `/_next/${file}`));
}

async function countRequests(browser: Browser, looked: Looked): Promise<number> {
  const page = await openPage(browser, looked);
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.add(pathname);
  });
  await page.goto(OVERVIEW, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.waitForTimeout(WATCHED_MS);
  await page.context().close();
  return asked.size;
}

async function openPage(browser: Browser, { consoleUrl, cookie }: Looked) {
  const context = await browser.newContext({ baseURL: consoleUrl });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: consoleUrl }]);
  return context.newPage();
}
