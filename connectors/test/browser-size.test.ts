import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../src/adapters/browser/script.ts", import.meta.url));
const BUDGET_BYTES = 9 * 1024;

test("the script for pages stays within 9 KB, and needs neither eval nor markup", async () => {
  const { outputFiles } = await build({
    entryPoints: [SCRIPT],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  const script = outputFiles.map(({ text }) => text).join("");
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(BUDGET_BYTES);
  expect(script).not.toMatch(
    /\beval\b|new Function|innerHTML|document\.write|setAttribute\("style/,
  );
});
