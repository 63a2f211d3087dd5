import { createHash, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import {
  MIGRATING_TESTS,
  SERVER_WORKERS,
  type ServerProject,
} from "./test/setup/worker-servers.ts";
import { generateLuaSources } from "./tools/stack/lua-sources.ts";

const SOURCES =
  "{app,cli,client,components,connectors,console,lib,rehearsal,scripts,simulation,test,tools,waiting-room,workers}";
const NEEDS_A_SERVER = ["**/*.redis.test.ts", "**/*.db.test.ts"];
/** The connectors in their runtimes: Chromium, workerd, emulations, proxies of Debian's. */
const IN_RUNTIMES = [
  "test/forward-auth/*.conformance.test.ts",
  "connectors/test/*.conformance.test.ts",
  "connectors/test/{browser-chromium,cloudflare}.test.ts",
];

/** What the servers' own code reads from the environment, new for each run. */
const SERVER_ENVIRONMENT = {
  // The same for all that is tried on one database: what it holds is sealed with it.
  MASTER_KEY: createHash("sha256")
    .update(process.env["DATABASE_URL"] ?? "")
    .digest("base64url"),
  NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  CONSOLE_URL: "http://console.localhost:3000",
  WAITING_ROOM_URL: "http://room.localhost:3001",
  QUEUE_DOMAIN: "room.localhost:3443",
};

const START_REDIS = "test/setup/start-redis.ts";
const START_POSTGRES = "test/setup/start-postgres.ts";

/** Tests that wait on real servers, which the run starts. */
function testsOnServers(
  name: ServerProject,
  files: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      env: { ...SERVER_ENVIRONMENT, TEST_PROJECT: name },
      // To load hundreds of modules anew for each file takes as long as its tests.
      isolate: false,
      globalSetup: name === "redis" ? [START_REDIS] : [START_REDIS, START_POSTGRES],
      setupFiles: ["test/setup/servers-of-worker.ts"],
      maxWorkers: SERVER_WORKERS,
      testTimeout: 180_000,
      hookTimeout: 180_000,
      ...files,
    },
  };
}

// A Lua file may have changed since the last command.
generateLuaSources();

export default defineConfig({
  // Next.js wants the syntax left as it is; whatever looks for what imports a file reads it as well.
  oxc: { jsx: { runtime: "automatic" } },
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    exclude: ["**/node_modules/**", "**/.next/**", "**/.build/**", "**/.data/**"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [`${SOURCES}/**/*.test.{ts,tsx}`],
          exclude: ["**/node_modules/**", "simulation/**", ...IN_RUNTIMES, ...NEEDS_A_SERVER],
          setupFiles: ["test/setup/fail-on-console-error.ts"],
          // A process for each of so many files would take longer than the tests do.
          pool: "threads",
          isolate: false,
          maxWorkers: availableParallelism(),
          // A limit for what hangs, not for what is slow: machines are shared.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // Plays that take long: part of the tests, not of the checks.
          name: "simulation",
          include: ["simulation/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...NEEDS_A_SERVER],
          pool: "threads",
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "runtimes",
          include: IN_RUNTIMES,
          setupFiles: ["test/setup/fail-on-console-error.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      testsOnServers("redis", { include: [`${SOURCES}/**/*.redis.test.ts`] }),
      testsOnServers("database", {
        include: [`${SOURCES}/**/*.db.test.ts`],
        exclude: ["**/node_modules/**", ...MIGRATING_TESTS],
      }),
      testsOnServers("migrations", { include: [...MIGRATING_TESTS], isolate: true }),
    ],
  },
});
