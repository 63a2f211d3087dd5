import { expect, test, vi } from "vitest";
import { logEverything } from "./log-everything";

test("an error that a library prints is its stack and its causes', without the fields that a driver put there", () => {
  const before = { console: globalThis.console, warnings: process.listeners("warning") };
  const uncaught = process.listeners("uncaughtException");
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  try {
    logEverything(log);
    const cause = Object.assign(new Error("WRONGTYPE"), { command: { args: ["s3cret"] } });
    const error = Object.assign(new Error("at redis://:s3cret@redis:6379", { cause }), {
      query: "INSERT 's3cret'",
    });
    // biome-ignore lint/suspicious/noConsole: What libraries call.
    console.error("A page failed:", error);
  } finally {
    globalThis.console = before.console;
    process.removeAllListeners("warning").removeAllListeners("uncaughtException");
    for (const listener of before.warnings) process.on("warning", listener);
    for (const listener of uncaught) process.on("uncaughtException", listener);
  }
  const [[line] = []] = log.error.mock.calls;
  expect(line).toMatch(
    /^A page failed: Error: at redis:\/\/redis:6379\n.*\nCause: Error: WRONGTYPE\n/s,
  );
  expect(line).not.toContain("s3cret");
});
