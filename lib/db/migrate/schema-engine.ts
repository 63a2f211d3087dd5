import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";

export type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";

interface EngineModule {
  readonly SchemaEngine: typeof SchemaEngine;
  readonly __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
}

let loaded: Promise<EngineModule> | undefined;

/**
 * The package imports its WebAssembly file as a module, which Node cannot do without a flag, so the
 * glue and the binary are put together here.
 */
async function load(): Promise<EngineModule> {
  const require = createRequire(import.meta.url);
  const gluePath = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  // The glue's own exports: the cast names what this file needs of them.
  const glue = (await import(pathToFileURL(gluePath).href)) as EngineModule &
    WebAssembly.ModuleImports;
  const binary = await readFile(gluePath.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  const begin = instance.exports["__wbindgen_start"];
  if (typeof begin === "function") begin();
  return glue;
}

/** Prisma's schema engine over a driver adapter: migrations without a downloaded binary. */
export async function openSchemaEngine(
  datamodels: [path: string, content: string][],
  adapter: object,
): Promise<SchemaEngine> {
  loaded ??= load();
  const { SchemaEngine: Engine } = await loaded;
  return Engine.new({ datamodels }, () => undefined, adapter);
}
