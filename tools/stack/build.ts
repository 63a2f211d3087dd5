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

const SHARED_SOURCES =
  "lib connectors/src prisma/schema.prisma package-lock.json tsconfig.json".split(" ");
const CONSOLE_SOURCES = [
  ...["app", "components", "public", "proxy.ts", "instrumentation.ts", "instrumentation-client.ts"],
  ...["next.config.js", "postcss.config.mjs", "tools/stack/outside-packages.ts"],
];
const SERVER_SOURCES = "cli rehearsal simulation waiting-room workers tools/stack/build.ts".split(
  " ",
);

const CONSOLE_PACKAGES = projectPath(".next", "packages.json");
/** What esbuild says of the command: which file holds what, and which files they load. */
const METAFILE = projectPath(".build", "stanchion.json");

const COMMON: BuildOptions = {
  bundle: true,
  absWorkingDir: projectPath(),
  tsconfig: projectPath("tsconfig.json"),
  logLevel: "silent",
};

/** Bundled CommonJS asks for Node's modules by `require`, which ES modules lack; no source uses this name of the import. */
const REQUIRE_IN_ESM =
  'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url);';

/** What stays outside of the bundles: these packages load files of their own at run time. */
const NOT_BUNDLED = ["@prisma/*", "bullmq", "next", "nodemailer", "pg", "pino"];

const PROGRAM_DIRECTORY = projectPath(".build/stanchion");
/** What Node runs as the command `stanchion`. */
export const STANCHION_PROGRAM = join(PROGRAM_DIRECTORY, "stanchion.js");

/**
 * The command and everything that it runs. A command loads the chunks that it needs and no other. Most packages
 * are inside: one file is read faster than the hundred of a package, which is a quarter of the waiting room's start.
 */
const PROGRAM: BuildOptions = {
  ...COMMON,
  ...{ platform: "node", format: "esm", target: "node20", external: NOT_BUNDLED },
  ...{ sourcemap: true, sourcesContent: false, metafile: true },
  banner: { js: REQUIRE_IN_ESM },
  // The thread that rehearsals are played in is a program of its own.
  entryPoints: { stanchion: "cli/stanchion.ts", "rehearsal-thread": "rehearsal/thread.ts" },
  ...{ outdir: PROGRAM_DIRECTORY, splitting: true, chunkNames: "[name]-[hash]" },
};

const IMPORTED: BuildOptions = { format: "esm" };
const NEWER: BuildOptions = { target: "es2022" };

/** Scripts for browsers, by the names under which the waiting room reads them; what each is built with beside the usual. */
const SCRIPTS = {
  client: ["waiting-room/client/main.ts"],
  custom: ["waiting-room/client/custom.ts"],
  // Imported by the waiting page once its first screen is shown.
  later: ["waiting-room/client/later.ts", IMPORTED],
  // Imported by that where somebody needs it.
  extras: ["waiting-room/client/extras.ts", IMPORTED],
  // Imported where a visitor has to calculate first, and again as its worker.
  challenge: ["waiting-room/client/challenge/challenge.ts", IMPORTED],
  // The same where a vendor's CAPTCHA is asked for, and what runs beside the vendor's script in its frame.
  captcha: ["waiting-room/client/captcha/captcha.ts", IMPORTED],
  widget: ["waiting-room/client/captcha/widget.ts"],
  // Imported by the waiting page of events that ask for possession.
  key: ["waiting-room/client/key.ts", IMPORTED],
  // Ed25519 in WebCrypto is newer than the others need.
  verify: ["waiting-room/client/verify.ts", NEWER],
  report: ["waiting-room/client/report.ts", NEWER],
  move: ["waiting-room/client/move.ts"],
  notices: ["waiting-room/client/notices.ts"],
  "notice-worker": ["waiting-room/client/notice-worker.ts"],
  // Private fields would cost a tenth of its size in an older syntax.
  connector: ["connectors/src/adapters/browser/script.ts", NEWER],
} as const satisfies Record<string, readonly [source: string, other?: BuildOptions]>;

function scriptOf(name: string, source: string, other?: BuildOptions): BuildOptions {
  return {
    ...COMMON,
    ...{ platform: "browser", format: "iife", target: "es2020", minify: true },
    ...{ entryPoints: { [name]: source }, outdir: PROGRAM_DIRECTORY },
    ...other,
  };
}

/** The file of a script, as browsers get it. */
export const browserScript = (name: keyof typeof SCRIPTS): string =>
  join(PROGRAM_DIRECTORY, `${name}.js`);

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
  const outside = imports.filter(({ path, external }) => external && !isBuiltin(path));
  // `@prisma/client/runtime/client` is a part of `@prisma/client`.
  const packages = outside.map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return {
    directory: PROGRAM_DIRECTORY,
    files: outputs,
    browserScripts: Object.keys(SCRIPTS).map((name) => `${name}.js`),
    packages: [...new Set([...packages, ...ofConsole])].sort(),
  };
}

async function buildOne(options: BuildOptions): Promise<void> {
  const { metafile } = await bundle(options).catch((error: Error) => {
    throw new ExpectedFailure(`The servers could not be built: ${error.message}`);
  });
  if (metafile) await writeFile(METAFILE, JSON.stringify(metafile));
}

/** Bundles the command `stanchion` with all its servers, and the scripts for browsers; false when nothing has changed. */
export async function buildServers(): Promise<boolean> {
  const sources = [...SHARED_SOURCES, ...SERVER_SOURCES];
  const stamp = projectPath(".build/sources-hash");
  const own: [string, readonly [string, BuildOptions?]][] = Object.entries(SCRIPTS);
  const scripts = own.map(([name, [source, other]]) => scriptOf(name, source, other));
  return workOnce({ name: "build-servers", sources, stamp }, () => {
    generateLuaSources();
    return Promise.all([PROGRAM, ...scripts].map(buildOne));
  });
}

/** Builds the console with Next.js; false when nothing has changed. */
export async function buildConsole(): Promise<boolean> {
  const sources = [...SHARED_SOURCES, ...CONSOLE_SOURCES];
  const stamp = projectPath(".next/sources-hash");
  return workOnce({ name: "build-console", sources, stamp }, async () => {
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
