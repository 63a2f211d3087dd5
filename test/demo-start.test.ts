import { expect, test } from "vitest";
import { runNode } from "@/tools/stack/run-to-end";

test("the start with a demo refuses production, and says what to use", async () => {
  const args = ["--import", "tsx", "scripts/start.ts"];
  const { code, output } = await runNode({ args, env: { NODE_ENV: "production" } });
  expect(code).toBe(1);
  expect(output).toMatch(/anybody may sign up.*"stanchion"/);
});
