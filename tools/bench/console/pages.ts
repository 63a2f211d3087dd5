import { mkdir, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { dirname, join } from "node:path";
import { send } from "@/tools/shared/ask";
import { fillPath, findPages } from "@/tools/shared/console/find-pages";
import { projectPath } from "@/tools/stack/paths";
import { findFreePorts } from "@/tools/stack/ports";
import { Supervisor } from "@/tools/stack/processes";
import { say } from "@/tools/stack/run-command";
import { runNode } from "@/tools/stack/run-to-end";
import { answersOk } from "@/tools/stack/services";
import { percentile } from "../harness/medians";

/** Of each page, in turn with the others; the first ones only warm up. */
const ROUNDS = 40;
const WARM_UP_ROUNDS = 2;

const agent = new Agent({ keepAlive: true });

export type Looking = {
  readonly consoleUrl: string;
  /** `name=value` of a session. */
  readonly cookie: string;
  /** What stands for `[name]` in the path of a page. */
  readonly parameters: Readonly<Record<string, string>>;
};

/** Asks over kept connections, again where the server had closed an idle one. Throws unless the answer is a success. */
export async function get(url: URL, headers: Readonly<Record<string, string>>): Promise<void> {
  const path = `${url.pathname}${url.search}`;
  const asked = { agent, port: url.port, path, headers: { host: url.host, ...headers } };
  const first = await send(asked);
  const { status } = first.status === 0 ? await send(asked) : first;
  if (status !== 200) throw new Error(`${url.href} was answered ${status}.`);
}

/** The 95th percentile of the slowest page, also over that of a page that only says hello; asked for in turn, one at a time. */
export async function measurePages({ consoleUrl, cookie, parameters }: Looking, helloUrl: string) {
  const paths = await findPages();
  const pageUrls = paths.map((path) => new URL(fillPath(path, parameters), consoleUrl));
  const urls = [new URL(helloUrl), ...pageUrls];
  const times = urls.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      const startedMs = performance.now();
      await get(url, { cookie, accept: "text/html" });
      if (round >= 0) times[index]?.push(performance.now() - startedMs);
    }
  }
  const [hello = Number.NaN, ...pages] = times.map((one) => percentile(one, 0.95));
  const pageP95Milliseconds = Math.max(...pages);
  say(`The slowest page is ${paths[pages.indexOf(pageP95Milliseconds)]}`);
  return { pageP95Milliseconds, pageP95Ratio: pageP95Milliseconds / hello };
}

const NEXT = projectPath("node_modules", "next", "dist", "bin", "next");
/** Within the project, so that it finds the same Next.js and React. */
const FOLDER = projectPath(".data", "bench", "hello");

const FILES = {
  "package.json": '{ "private": true, "type": "module" }',
  "next.config.js": `export default { turbopack: { root: ${JSON.stringify(projectPath())} } };`,
  "app/layout.jsx":
    "export default function Layout({ children }) { return <html lang='en'><body>{children}</body></html>; }",
  "app/page.jsx":
    "export const dynamic = 'force-dynamic';\nexport default function Page() { return <h1>Hello</h1>; }",
} as const;

export async function startHello() {
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(FOLDER, name)), { recursive: true });
    await writeFile(join(FOLDER, name), text);
  }
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const built = await runNode({ args: [NEXT, "build", FOLDER], env });
  if (built.code !== 0) throw new Error(`The page that says hello was not built:\n${built.output}`);
  const { console: port } = await findFreePorts();
  const supervisor = new Supervisor(FOLDER);
  const args = [NEXT, "start", FOLDER, "-p", String(port)];
  supervisor.run({ name: "hello", command: process.execPath, args, env, tier: 2 });
  await supervisor.waitUntilReady("hello", () => answersOk(port, "/"));
  return { url: `http://127.0.0.1:${port}/`, stop: () => supervisor.close() };
}
