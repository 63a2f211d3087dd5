import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { transform } from "esbuild";
import { projectPath } from "../stack/paths";

/** The client to which `docs/apps.md` leads. */
export const APPS_CLIENT = "docs/examples/apps-client.ts";

export type AppsClient = typeof import("@/docs/examples/apps-client");

export type ClientWorld = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly setTimeout: (run: () => void, ms: number) => void;
};

/** The client as it stands, with this world in the place of the runtime's. */
export async function loadAppsClient(world: ClientWorld): Promise<AppsClient> {
  const name = `appsClient-${randomUUID()}`;
  Object.assign(globalThis, { [name]: world });
  const prelude = `const { fetch, setTimeout } = globalThis["${name}"];\n`;
  const program = prelude + readFileSync(projectPath(APPS_CLIENT), "utf8");
  // What the file exports is what its type says.
  return (await runProgram(program)) as AppsClient;
}

/** Runs a program that imports types only, and gives what it exports. */
export async function runProgram(code: string): Promise<Readonly<Record<string, unknown>>> {
  const { code: script } = await transform(code, { loader: "ts", format: "esm" });
  const url = `data:text/javascript;base64,${Buffer.from(script).toString("base64")}`;
  return import(/* @vite-ignore */ url);
}
