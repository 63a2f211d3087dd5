import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const CONNECTORS = fileURLToPath(new URL("..", import.meta.url));
const PARTS = [
  "akamai",
  "cloudflare",
  "enqueue-token",
  "fastly",
  "fetch",
  "lambda-edge",
  "next",
  "node",
];

/** The package by its names, from its sources. */
const PACKAGE = Object.fromEntries(
  PARTS.map((name) => [
    `@stanchion/connector/${name}`,
    `${CONNECTORS}src/adapters/${name}/index.ts`,
  ]),
);

/** Bundles a module of this folder, or a program, into one ES module as a site would deploy it. */
export async function bundle(
  source: { readonly file: string } | { readonly program: string },
  options: BuildOptions = {},
): Promise<string> {
  const { outputFiles } = await build({
    ...("file" in source
      ? { entryPoints: [`${CONNECTORS}test/${source.file}`] }
      : { stdin: { contents: source.program, resolveDir: CONNECTORS, loader: "ts" } }),
    alias: PACKAGE,
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "silent",
    ...options,
    write: false,
  });
  return outputFiles?.[0]?.text ?? "";
}

/** The program that a page of docs/connectors shows as its complete example. */
export async function exampleOf(runtime: string): Promise<string> {
  const page = new URL(`../../docs/connectors/${runtime}.md`, import.meta.url);
  const text = await readFile(page, "utf8");
  const program = /^## A complete example\n[^#]*?^```(?:js|ts)\n(.*?)^```$/ms.exec(text)?.[1];
  if (program === undefined) throw new Error(`${runtime}.md has no complete example`);
  return program;
}

/** Bundles the example of a page, without what the runtime brings along, and loads it. */
export async function importExample(
  runtime: string,
  options: BuildOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  const program = await bundle({ program: await exampleOf(runtime) }, options);
  const folder = `${CONNECTORS}../.build/examples`;
  const file = `${folder}/${runtime}-${randomUUID()}.mjs`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, program);
  try {
    return await import(file);
  } finally {
    await rm(file);
  }
}
