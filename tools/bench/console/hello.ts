import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectPath } from "@/tools/stack/paths";
import { findFreePorts } from "@/tools/stack/ports";
import { runNode } from "@/tools/stack/run-to-end";

const NEXT = projectPath("node_modules", "next", "dist", "bin", "next");
/** Within the project, so that it finds the same Next.js and React. */
const FOLDER = projectPath(".data", "bench", "hello");
const READY_MS = 30_000;

const FILES = {
  "package.json": '{ "private": true, "type": "module" }',
  "next.config.js": `export default { turbopack: { root: ${JSON.stringify(projectPath())} } };`,
  "app/layout.jsx":
    "export default function Layout({ children }) { return <html lang='en'><body>{children}</body></html>; }",
  "app/page.jsx":
    "export const dynamic = 'force-dynamic';\nexport default function Page() { return <h1>Hello</h1>; }",
} as const;

export type Hello = { readonly url: string; readonly stop: () => void };

/** A program of Next.js whose only page says hello, rendered anew for each request: the yardstick of the console's pages. */
export async function startHello(): Promise<Hello> {
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(FOLDER, name);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, text);
  }
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const built = await runNode({ args: [NEXT, "build", FOLDER], env });
  if (built.code !== 0) throw new Error(`The page that says hello was not built:\n${built.output}`);
  const { console: port } = await findFreePorts();
  const child = spawn(process.execPath, [NEXT, "start", FOLDER, "-p", String(port)], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/`;
  await waitUntilUp(url);
  return { url, stop: () => child.kill("SIGKILL") };
}

async function waitUntilUp(url: string): Promise<void> {
  const endMs = performance.now() + READY_MS;
  while (performance.now() < endMs) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The page that says hello does not answer.");
}
