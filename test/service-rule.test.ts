import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";

/** Verbs of the worker: nobody asks for them, so there is nobody whose permission counts. */
const WORKER_VERBS = [
  "lib/services/operation/admission/drain.ts",
  "lib/services/event/schedule/change-schedule.ts",
  "lib/services/event/schedule/end-scheduled.ts",
];

/** Either writes the audit row; the second with the change of an event that it tells of. */
const AUDITED = ["recordAudit", "applyChange"];

/** They make verbs, and let several be one change; they are none. */
const FRAME_FILES = ["ground/define-verb.ts", "ground/with-transaction.ts"];
/** What makes a verb asks for its permission first; a change runs in a transaction. */
const FRAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["defineVerb", ["requirePermission"]],
  ["defineProvenVerb", ["requirePermission"]],
  ["defineChange", ["requirePermission", "withTransaction"]],
  ["defineProvenChange", ["requirePermission", "withTransaction"]],
]);

interface Verb {
  readonly name: string;
  readonly file: string;
  readonly calls: ReadonlySet<string>;
}

function callsIn(node: ts.Node): Set<string> {
  const calls = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && ts.isIdentifier(child.expression)) {
      calls.add(child.expression.text);
      for (const call of FRAMES.get(child.expression.text) ?? []) calls.add(call);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return calls;
}

const isExport = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;

/** What a file declares at its top, by name. */
function declaredIn(statement: ts.Statement): [string, ts.Node][] {
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? "default", statement]];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map((node) => [node.name.getText(), node]);
}

/** A top-level verb with what it calls itself and through functions of the same file. */
function verbsOf(file: string, text: string): Verb[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const functions = new Map(
    source.statements.flatMap(declaredIn).map(([name, node]) => [name, callsIn(node)]),
  );
  const reach = (name: string, seen: Set<string>): Set<string> => {
    for (const call of functions.get(name) ?? []) {
      if (seen.has(call)) continue;
      seen.add(call);
      reach(call, seen);
    }
    return seen;
  };
  return source.statements
    .filter((node) => ts.canHaveModifiers(node) && node.modifiers?.some(isExport))
    .flatMap(declaredIn)
    .map(([name]) => ({ name, file, calls: reach(name, new Set()) }));
}

/** What a verb that opens a transaction lacks. */
function lacksOf(verb: Verb): string[] {
  if (!verb.calls.has("withTransaction")) return [];
  const needed = WORKER_VERBS.includes(verb.file) ? [AUDITED] : [["requirePermission"], AUDITED];
  return needed
    .filter((calls) => !calls.some((call) => verb.calls.has(call)))
    .map((calls) => `${verb.name} in ${verb.file} does not call ${calls.join(" or ")}`);
}

function listServiceFiles(): string[] {
  return readdirSync(projectPath("lib/services"), { recursive: true, encoding: "utf8" })
    .filter(
      (path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !FRAME_FILES.includes(path),
    )
    .map((path) => join("lib/services", path));
}

describe("a service verb that opens a transaction", () => {
  const verbs = listServiceFiles().flatMap((file) =>
    verbsOf(file, readFileSync(projectPath(file), "utf8")),
  );

  test("asks for a permission and writes an audit row", () => {
    expect(verbs.filter(({ calls }) => calls.has("withTransaction")).length).toBeGreaterThan(10);
    expect(verbs.flatMap(lacksOf)).toEqual([]);
  });

  test("is reported when it forgets one of them", () => {
    for (const text of [
      `export async function pause(context) {
        requirePermission(context, "event:write");
        return withTransaction(context, (tx) => tx.event.update({}));
      }`,
      `export const pause = defineChange("event:write", schema, (tx) => tx.event.update({}));`,
    ]) {
      expect(verbsOf("lib/services/event/control/pause.ts", text).flatMap(lacksOf)).toEqual([
        "pause in lib/services/event/control/pause.ts does not call recordAudit or applyChange",
      ]);
    }
  });
});
