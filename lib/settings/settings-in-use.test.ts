import { readdirSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { projectPath } from "@/tools/stack/paths";
import { type CommandName, SETTINGS } from "./require-settings";

const PAGES = readdirSync(projectPath("app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  .map((file) => `app/${file}`);

/** What each command runs once its settings are found good. */
const SOURCES: Readonly<Record<CommandName, readonly string[]>> = {
  console: ["cli/serve-console.ts", "proxy.ts", ...PAGES],
  api: ["cli/serve-api.ts"],
  "waiting-room": ["waiting-room/run-waiting-room.ts"],
  worker: ["workers/run-worker.ts"],
  migrate: ["cli/commands/migrate.ts"],
  keys: [
    "cli/with-database.ts",
    "lib/services/installation/keys/status.ts",
    "lib/services/installation/keys/rotate.ts",
  ],
  "verify-audit": ["cli/with-redis.ts", "lib/services/installation/audit/outside.ts"],
  "verify-audit --no-redis": [
    "cli/with-database.ts",
    "lib/services/installation/audit/anchor-file.ts",
  ],
  "verify-fairness": ["cli/with-database.ts", "lib/services/operation/report/verify.ts"],
  admin: [
    "cli/with-database.ts",
    "lib/services/people/invitation/create.ts",
    "lib/services/installation/customer/create.ts",
    "lib/services/people/sign-in/reset-factors.ts",
  ],
  "admin customers": [
    "cli/with-database.ts",
    "lib/services/installation/customer/list-all.ts",
    "lib/services/installation/customer/suspend.ts",
    "lib/services/installation/customer/resume.ts",
    "lib/services/installation/customer/set-limits.ts",
  ],
  "admin customers export": ["cli/with-redis.ts", "lib/services/installation/customer/export.ts"],
  "admin customers delete": [
    "cli/with-redis.ts",
    "lib/services/event/control/stop.ts",
    "lib/services/installation/customer/delete.ts",
  ],
  "admin erase": [
    "cli/with-redis.ts",
    "lib/services/installation/retention/erase-visitor.ts",
    "lib/services/installation/retention/erase-email.ts",
  ],
};
/** Asked for although no program reads them itself: they are parts of others. */
const ASKED_BESIDES: Readonly<Record<string, readonly string[]>> = {
  "waiting-room": ["queueDomain", "waitingRoomUrl"],
};

/** The settings that sources read, as far as they use what they import. */
async function settingsReadBy(entryPoints: readonly string[]): Promise<string[]> {
  const { outputFiles } = await build({
    entryPoints: [...entryPoints],
    absWorkingDir: projectPath(),
    bundle: true,
    write: false,
    outdir: "unused",
    splitting: true,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    packages: "external",
    // What stands in it reads settings for others.
    external: ["@/lib/platform/env", "@/lib/settings/require-settings"],
    loader: { ".css": "empty" },
    logLevel: "silent",
  });
  const names = outputFiles.flatMap(({ text }) =>
    [...text.matchAll(/\benv\d*\.(\w+)/g)].map(([, name = ""]) => name),
  );
  return [...new Set(names)].filter((name) => name in env).sort();
}

test.each(Object.keys(SOURCES) as CommandName[])(
  "before %s starts, each setting that it reads is checked, and no other",
  async (command) => {
    const read = await settingsReadBy(SOURCES[command]);
    expect(read.length).toBeGreaterThan(0);
    expect([...SETTINGS[command]].sort()).toEqual(
      [...read, ...(ASKED_BESIDES[command] ?? [])].sort(),
    );
  },
);
