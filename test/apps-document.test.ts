import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { APPS_CLIENT } from "@/tools/shared/apps-client";
import { projectPath } from "@/tools/stack/paths";
import { MESSAGES } from "@/waiting-room/http/messages";
import { compilerSays } from "./compiler-says";

const DOCUMENT = "docs/apps.md";
const TYPES = { file: "lib/domain/visitor-api/visitor-api.ts", as: "visitor-api.ts" };

test("the types that an app takes import nothing", () => {
  expect(readFileSync(projectPath(TYPES.file), "utf8")).not.toMatch(
    /^\s*(?:import|export .* from)\b/m,
  );
});

test("the document leads to the client that is compiled and run", () => {
  expect(readFileSync(projectPath(DOCUMENT), "utf8")).toContain(
    `[\`${APPS_CLIENT}\`](${APPS_CLIENT.replace("docs/", "")})`,
  );
});

test("the client compiles as it stands, and would not with a field that answers do not have", async () => {
  const program = readFileSync(projectPath(APPS_CLIENT), "utf8");
  const mistaken = program.replace("askAgainSeconds * 1_000", "askAgainSecond * 1_000");
  expect(mistaken).not.toBe(program);
  const said = await compilerSays([program, mistaken], TYPES);
  expect(said).not.toContain("program-0.ts");
  expect(said).toContain("program-1.ts");
}, 60_000);

test("each problem is listed with the status that it has", () => {
  const rows = [
    ...readFileSync(projectPath(DOCUMENT), "utf8").matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm),
  ];
  const listed = rows.map(([, code = "", status]) => [code, Number(status)]);
  const known = Object.entries(MESSAGES).map(([code, { status }]) => [code, status]);
  expect(listed.length).toBeGreaterThan(15);
  expect(known).toEqual(expect.arrayContaining(listed));
});
