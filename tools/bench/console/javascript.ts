import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright";
import { fillPath, findPages } from "@/tools/shared/console/find-pages";
import { withBrowser } from "@/tools/stack/browser";
import { projectPath } from "@/tools/stack/paths";
import { say } from "@/tools/stack/run-command";
import type { Looking } from "./pages";

const LOADED_MS = 500;
const WATCHED_MS = 10_000;

/** Opens every page in a browser and weighs the scripts that it loads by itself, and those that it may load later. */
export function weighJavascript(looking: Looking) {
  return withBrowser(async (browser) => {
    let [before, inAll] = [0, 0];
    for (const path of await findPages()) {
      const asked = await askedBy(browser, looking, fillPath(path, looking.parameters), LOADED_MS);
      // A page may lead on to another: what both load counts.
      const scripts = asked.filter((file) => file.endsWith(".js"));
      const loaded = await weigh(scripts);
      say(`${path}: ${loaded} bytes`);
      const later = (await laterScriptsOf(path)).filter((one) => !scripts.includes(one));
      before = Math.max(before, loaded);
      inAll = Math.max(inAll, loaded + (await weigh(later)));
    }
    const asked = await askedBy(browser, looking, "/overview", WATCHED_MS);
    return {
      overviewRequests: asked.filter((path) => path.startsWith("/api/")).length,
      /** Bytes of gzip: of the route that needs most before anybody does anything. */
      javascriptBefore: before,
      /** The same with the parts that a route loads later. */
      javascriptInAll: inAll,
    };
  });
}

/** The paths of all that a page asks for until so long after it was shown. */
async function askedBy(
  browser: Browser,
  { consoleUrl, cookie }: Looking,
  path: string,
  watchedMs: number,
): Promise<readonly string[]> {
  const context = await browser.newContext({ baseURL: consoleUrl });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: consoleUrl }]);
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).pathname));
  await page.goto(path, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForTimeout(watchedMs);
  await context.close();
  return [...asked];
}

async function weigh(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const script = await readFile(projectPath(".next", path.replace(/^\/_next\//, "")));
    bytes += gzipSync(script).length;
  }
  return bytes;
}

/** What Next.js says that a page may load later (`react-loadable-manifest.json`). */
async function laterScriptsOf(path: string): Promise<readonly string[]> {
  const route = path.replace(/\/settings\/[a-z]+$/, "/settings/[section]");
  const folder = projectPath(".next", "server", "app", "(console)", ...route.split("/"), "page");
  const text = await readFile(`${folder}/react-loadable-manifest.json`, "utf8");
  const parts: Readonly<Record<string, { readonly files: readonly string[] }>> = JSON.parse(text);
  const files = new Set(Object.values(parts).flatMap(({ files }) => files));
  return [...files].filter((file) => file.endsWith(".js")).map((file) => `/_next/${file}`);
}
