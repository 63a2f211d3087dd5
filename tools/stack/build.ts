import { readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { type BuildOptions, build as bundle, type Metafile } from "esbuild";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { generateLuaSources } from "./lua-sources";
import { nameOutsidePackages } from "./outside-packages";
import { projectPath } from "./paths";
import { runNode } from "./run-to-end";
import { workOnce } from "./work-once";

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
  "tools/stack/outside-packages.ts",
];
const SERVER_SOURCES = [
  "cli",
  "rehearsal",
  "simulation",
  "waiting-room",
  "workers",
  "tools/stack/build.ts",
];

const CONSOLE_PACKAGES = projectPath(".next", "packages.json");
/** What esbuild says of the command: which file holds what, and which files they load. */
const METAFILE = projectPath(".build", "stanchion.json");

const COMMON: BuildOptions = {
  bundle: true,
  absWorkingDir: projectPath(),
  tsconfig: projectPath("tsconfig.json"),
  logLevel: "silent",
};

/**
 * Bundled CommonJS asks for Node's own modules by `require`, which an ES module does not have. The name of the
 * import is one that no source uses.
 */
const REQUIRE_IN_ESM =
  'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url);';

/** What stays outside of the bundles: these packages load files of their own at run time. */
const NOT_BUNDLED = ["@prisma/*", "bullmq", "next", "nodemailer", "pg", "pino"];

const PROGRAM_DIRECTORY = projectPath(".build/stanchion");
/** What Node runs as the command `stanchion`. */
export const STANCHION_PROGRAM = join(PROGRAM_DIRECTORY, "stanchion.js");
export const CLIENT_SCRIPT = join(PROGRAM_DIRECTORY, "client.js");
/** What the waiting page loads once its first screen is shown. */
export const LATER_SCRIPT = join(PROGRAM_DIRECTORY, "later.js");
/** What that loads when somebody needs it. */
export const EXTRAS_SCRIPT = join(PROGRAM_DIRECTORY, "extras.js");
/** What counts down the code for another device. */
export const MOVE_SCRIPT = join(PROGRAM_DIRECTORY, "move.js");
/** What a visitor's browser calculates with before joining. */
export const CHALLENGE_SCRIPT = join(PROGRAM_DIRECTORY, "challenge.js");

/**
 * The command and everything that it runs. A command loads the chunks that it needs and no other. Most packages
 * are inside: one file is read faster than the hundred of a package, which is a quarter of the waiting room's start.
 */
const PROGRAM: BuildOptions = {
  ...COMMON,
  platform: "node",
  format: "esm",
  target: "node20",
  external: NOT_BUNDLED,
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  banner: { js: REQUIRE_IN_ESM },
  // The thread that rehearsals are played in is a program of its own.
  entryPoints: { stanchion: "cli/stanchion.ts", "rehearsal-thread": "rehearsal/thread.ts" },
  outdir: PROGRAM_DIRECTORY,
  splitting: true,
  chunkNames: "[name]-[hash]",
};

/** A script for browsers, by the name under which the waiting room reads it. */
function scriptOf(name: string, source: string, other: BuildOptions = {}): BuildOptions {
  return {
    ...COMMON,
    ...{ platform: "browser", format: "iife", target: "es2020", minify: true },
    ...{ entryPoints: { [name]: source }, outdir: PROGRAM_DIRECTORY },
    ...other,
  };
}

const IMPORTED: BuildOptions = { format: "esm" };
const NEWER: BuildOptions = { target: "es2022" };

const SCRIPTS: readonly BuildOptions[] = [
  scriptOf("client", "waiting-room/client/main.ts"),
  scriptOf("custom", "waiting-room/client/custom.ts"),
  // Imported by the waiting page once its first screen is shown.
  scriptOf("later", "waiting-room/client/later.ts", IMPORTED),
  // Imported by that where somebody needs it.
  scriptOf("extras", "waiting-room/client/extras.ts", IMPORTED),
  // Imported where a visitor has to calculate first, and again as its worker.
  scriptOf("challenge", "waiting-room/client/challenge/challenge.ts", IMPORTED),
  // The same where a vendor's CAPTCHA is asked for, and what runs beside the vendor's script in its frame.
  scriptOf("captcha", "waiting-room/client/captcha/captcha.ts", IMPORTED),
  scriptOf("widget", "waiting-room/client/captcha/widget.ts"),
  // Imported by the waiting page of events that ask for possession.
  scriptOf("key", "waiting-room/client/key.ts", IMPORTED),
  // Ed25519 in WebCrypto is newer than the others need.
  scriptOf("verify", "waiting-room/client/verify.ts", NEWER),
  scriptOf("report", "waiting-room/client/report.ts", NEWER),
  scriptOf("move", "waiting-room/client/move.ts"),
  scriptOf("notices", "waiting-room/client/notices.ts"),
  scriptOf("notice-worker", "waiting-room/client/notice-worker.ts"),
  // Private fields would cost a tenth of its size in an older syntax.
  scriptOf("connector", "connectors/src/adapters/browser/script.ts", NEWER),
];

/** Which files make the command `stanchion`, and which packages it loads: in itself, and for the console. */
export interface ProgramParts {
  readonly directory: string;
  /** Each file with the sources that are in it, and the files that it loads: at once, or when it has to. */
  readonly files: Metafile["outputs"];
  /** The files beside them that browsers get. */
  readonly browserScripts: readonly string[];
  readonly packages: readonly string[];
}

export async function readProgramParts(): Promise<ProgramParts> {
  const { outputs }: Metafile = JSON.parse(await readFile(METAFILE, "utf8"));
  const ofConsole: string[] = JSON.parse(await readFile(CONSOLE_PACKAGES, "utf8"));
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const packages = imports.filter(({ path, external }) => external && !isBuiltin(path));
  return {
    directory: PROGRAM_DIRECTORY,
    files: outputs,
    browserScripts: SCRIPTS.flatMap(({ entryPoints }) =>
      Object.keys(entryPoints ?? {}).map((name) => `${name}.js`),
    ),
    packages: [...new Set([...packages.map(({ path }) => packageOf(path)), ...ofConsole])].sort(),
  };
}

/** `@prisma/client/runtime/client` is a part of `@prisma/client`. */
function packageOf(path: string): string {
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}

async function buildOne(options: BuildOptions): Promise<void> {
  const { metafile } = await bundle(options).catch((error: Error) => {
    throw new ExpectedFailure(`The servers could not be built: ${error.message}`);
  });
  if (metafile) await writeFile(METAFILE, JSON.stringify(metafile));
}

const SERVERS = {
  name: "build-servers",
  sources: [...SHARED_SOURCES, ...SERVER_SOURCES],
  stamp: projectPath(".build/sources-hash"),
};
const CONSOLE = {
  name: "build-console",
  sources: [...SHARED_SOURCES, ...CONSOLE_SOURCES],
  stamp: projectPath(".next/sources-hash"),
};

/** Bundles the command `stanchion` with all its servers, and the scripts for browsers; false when nothing has changed. */
export async function buildServers(): Promise<boolean> {
  return workOnce(SERVERS, () => {
    generateLuaSources();
    return Promise.all([PROGRAM, ...SCRIPTS].map(buildOne));
  });
}

/** Builds the console with Next.js; false when nothing has changed. */
export async function buildConsole(): Promise<boolean> {
  return workOnce(CONSOLE, async () => {
    generateLuaSources();
    const { code, output } = await runNode({
      args: [projectPath("node_modules/next/dist/bin/next"), "build"],
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    });
    if (code !== 0) throw new ExpectedFailure(`The console could not be built:\n${output}`);
    const outside = await nameOutsidePackages(projectPath(".next"));
    await writeFile(CONSOLE_PACKAGES, JSON.stringify(outside));
  });
}
