import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectPath } from "@/tools/stack/paths";

/** A verb that asks for a permission: where it is, and what it asks for first. */
export type Verb = { readonly file: string; readonly name: string; readonly permission: string };

const SERVICES = "lib/services";

/** What asks for a permission, and which of its arguments is that. */
const ASKING: Readonly<Record<string, number>> = {
  requirePermission: 1,
  defineVerb: 0,
  defineProvenVerb: 0,
  defineChange: 0,
  defineProvenChange: 0,
};

function permissionAskedBy(body: ts.Node): string | null {
  let found: string | null = null;
  const visit = (node: ts.Node): void => {
    if (found !== null) return;
    const index = ts.isCallExpression(node) ? ASKING[node.expression.getText()] : undefined;
    if (ts.isCallExpression(node) && index !== undefined) {
      const permission = node.arguments[index];
      if (permission !== undefined && ts.isStringLiteral(permission)) found = permission.text;
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

type Exported = { readonly name: string; readonly body: ts.Node };

/** The exported functions and constants of a file, each by its name with what it is made of. */
function exportedBy(source: ts.SourceFile): Exported[] {
  return source.statements.flatMap((node): Exported[] => {
    if (!ts.canHaveModifiers(node)) return [];
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported !== true) return [];
    if (ts.isFunctionDeclaration(node)) {
      if (node.name === undefined || node.body === undefined) return [];
      return [{ name: node.name.text, body: node.body }];
    }
    if (!ts.isVariableStatement(node)) return [];
    return node.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer === undefined ? [] : [{ name: name.getText(), body: initializer }],
    );
  });
}

/** Every exported verb of `lib/services` that asks for a permission. */
export function listVerbs(): Verb[] {
  const files = readdirSync(projectPath(SERVICES), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(SERVICES, path));
  return files.flatMap((file) => {
    const text = readFileSync(projectPath(file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return exportedBy(source).flatMap(({ name, body }) => {
      const permission = permissionAskedBy(body);
      return permission === null ? [] : [{ file, name, permission }];
    });
  });
}
