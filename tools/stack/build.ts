import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type BuildOptions, build as bundle } from "esbuild";
import { hashSources } from "./content-hash";
import { ExpectedFailure } from "./expected-failure";
import { withLock } from "./lock";
import { generateLuaSources } from "./lua-sources";
import { projectPath } from "./paths";
import { runNode } from "./run-to-end";

const SHARED_SOURCES = [
  "lib",
  "connectors/src",
  "prisma/schema.prisma",
  "package-lock.json",
  "tsconfig.json",
];
const CONSOLE_SOURCES = [
  "app",
  "components",
  "public",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "next.config.js",
  "postcss.config.mjs",
];
const SERVER_SOURCES = ["cli", "waiting-room", "workers", "tools/stack/build.ts"];

const CONSOLE_STAMP = projectPath(".next", "sources-hash");
const SERVER_STAMP = projectPath(".build", "sources-hash");

const COMMON: BuildOptions = {
  bundle: true,
  absWorkingDir: projectPath(),
  tsconfig: projectPath("tsconfig.json"),
  logLevel: "silent",
};

/** Packages stay outside: Node reads them in place, and some load their own files at run time. */
const SERVER: BuildOptions = {
  ...COMMON,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: true,
};

/** Bundled CommonJS asks for Node's own modules by `require`, which an ES module does not have. */
const REQUIRE_IN_ESM =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

const BROWSER: BuildOptions = {
  ...COMMON,
  platform: "browser",
  format: "iife",
  target: ["es2020"],
  minify: true,
};

const BUNDLES: readonly BuildOptions[] = [
  {
    ...SERVER,
    // One file is read faster than the hundred of a package: a quarter of the start.
    packages: "bundle",
    banner: { js: REQUIRE_IN_ESM },
    entryPoints: ["waiting-room/server.ts"],
    outdir: projectPath(".build/waiting-room"),
    splitting: true,
    chunkNames: "[name]-[hash]",
  },
  { ...SERVER, entryPoints: ["workers/index.ts"], outfile: projectPath(".build/worker/index.js") },
  {
    ...SERVER,
    entryPoints: ["cli/console.ts"],
    outfile: projectPath(".build/console/server.js"),
  },
  {
    ...BROWSER,
    entryPoints: ["waiting-room/client/main.ts"],
    outfile: projectPath(".build/waiting-room/client.js"),
  },
  {
    ...BROWSER,
    // Ed25519 in WebCrypto is newer than this.
    target: ["es2022"],
    entryPoints: ["waiting-room/client/verify.ts"],
    outfile: projectPath(".build/waiting-room/verify.js"),
  },
  {
    ...BROWSER,
    // Private fields would cost a tenth of its size in an older syntax.
    target: ["es2022"],
    entryPoints: ["connectors/src/adapters/browser/script.ts"],
    outfile: projectPath(".build/waiting-room/connector.js"),
  },
];

async function isStamped(file: string, hash: string): Promise<boolean> {
  return (await readFile(file, "utf8").catch(() => "")) === hash;
}

async function stamp(file: string, hash: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, hash);
}

/** Bundles the waiting room, its browser scripts, the worker and the console's server; false when nothing has changed. */
export async function buildServers(): Promise<boolean> {
  return withLock("build-servers", async () => {
    generateLuaSources();
    const hash = await hashSources([...SHARED_SOURCES, ...SERVER_SOURCES]);
    if (await isStamped(SERVER_STAMP, hash)) return false;
    await Promise.all(
      BUNDLES.map((options) =>
        bundle(options).catch((error: Error) => {
          throw new ExpectedFailure(`The servers could not be built: ${error.message}`);
        }),
      ),
    );
    await stamp(SERVER_STAMP, hash);
    return true;
  });
}

/** Builds the console with Next.js; false when nothing has changed. */
export async function buildConsole(): Promise<boolean> {
  return withLock("build-console", async () => {
    generateLuaSources();
    const hash = await hashSources([...SHARED_SOURCES, ...CONSOLE_SOURCES]);
    if (await isStamped(CONSOLE_STAMP, hash)) return false;
    const next = projectPath("node_modules/next/dist/bin/next");
    const { code, output } = await runNode({
      args: [next, "build"],
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    });
    if (code !== 0) throw new ExpectedFailure(`The console could not be built:\n${output}`);
    await stamp(CONSOLE_STAMP, hash);
    return true;
  });
}
