import { readFile, rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAlive } from "./lock";
import { Supervisor } from "./processes";
import { temporaryDirectory } from "./temporary-directory";

let directory: string;
let supervisor: Supervisor;

beforeEach(async () => {
  directory = await temporaryDirectory("stanchion-processes-");
  supervisor = new Supervisor(directory);
});

afterEach(async () => {
  await supervisor.close();
  await rm(directory, { recursive: true, force: true });
});

function run(name: string, program: string): void {
  const args = ["-e", program];
  supervisor.run({ name, command: process.execPath, args, env: { ...process.env }, tier: 1 });
}

async function linesOf(name: string): Promise<string[]> {
  return (await readFile(`${directory}/${name}.log`, "utf8")).split("\n").filter(Boolean);
}

const PRINT_ID_AND_STAY = "console.log(process.pid); setInterval(() => undefined, 1000);";

async function waitForLines(name: string, count: number): Promise<number[]> {
  await vi.waitFor(async () => expect((await linesOf(name)).length).toBe(count), 30_000);
  return (await linesOf(name)).map(Number);
}

test("a killed service comes back", async () => {
  run("stays", PRINT_ID_AND_STAY);
  const [first = 0] = await waitForLines("stays", 1);
  process.kill(first, "SIGKILL");
  const [, second = 0] = await waitForLines("stays", 2);
  expect(second).not.toBe(first);
  expect(isAlive(first)).toBe(false);
}, 60_000);

test("a stopped service stays down until it is started", async () => {
  run("stays", PRINT_ID_AND_STAY);
  const [first = 0] = await waitForLines("stays", 1);
  await supervisor.stop("stays", "SIGKILL");
  expect(isAlive(first)).toBe(false);
  await delay(500);
  expect(supervisor.isRunning("stays")).toBe(false);
  supervisor.start("stays");
  await waitForLines("stays", 2);
}, 60_000);

test("closing ends what a service has started itself", async () => {
  run(
    "parent",
    `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(PRINT_ID_AND_STAY)}], { stdio: "inherit" });`,
  );
  const [grandchild = 0] = await waitForLines("parent", 1);
  await supervisor.close();
  await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false), 30_000);
}, 60_000);

test("a service that ends while starting is reported with the end of its log", async () => {
  run("broken", "console.log('the reason'); process.exit(3);");
  await expect(supervisor.waitUntilReady("broken", async () => false)).rejects.toThrow(
    /^broken ended while starting; see .*broken\.log:\nthe reason/,
  );
}, 60_000);
