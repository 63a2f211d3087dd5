import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ScriptShape } from "@/lib/line/define-script";
import { projectPath } from "../../stack/paths";

const FOLDER = projectPath("lib/line/scripts");

async function shapesIn(file: string): Promise<ScriptShape[]> {
  const exported: Readonly<Record<string, unknown>> = await import(join(FOLDER, file));
  return Object.values(exported).flatMap((one) => (isScript(one) ? [one.shape] : []));
}

function isScript(exported: unknown): exported is { readonly shape: ScriptShape } {
  return typeof exported === "function" && "shape" in exported;
}

const FILES = readdirSync(FOLDER, "utf8").filter((file) => /(?<!\.test)\.ts$/.test(file));

/** What each script of the line is told and answers, in the order of their names. */
export const SHAPES: readonly ScriptShape[] = (await Promise.all(FILES.map(shapesIn)))
  .flat()
  .sort((one, other) => one.name.localeCompare(other.name, "en"));
