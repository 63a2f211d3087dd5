import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectPath } from "@/tools/stack/paths";

const SERVICES = "lib/services";

/** A function about the user who is signed in: where it is, and its name. */
export type AccountVerb = { readonly file: string; readonly name: string };

/** Every exported function of `lib/services` that takes who is signed in, and no customer, first. */
export function listAccountVerbs(): AccountVerb[] {
  const files = readdirSync(projectPath(SERVICES), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(SERVICES, path));
  return files.flatMap((file) => {
    const text = readFileSync(projectPath(file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return source.statements.filter(ts.isFunctionDeclaration).flatMap((node) => {
      const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      const [first] = node.parameters;
      const isAccount = first?.type?.getText() === "SignedIn";
      return isExported === true && isAccount && node.name ? [{ file, name: node.name.text }] : [];
    });
  });
}

/** Calls one as a server action does. */
export async function callAccountVerb(
  { file, name }: AccountVerb,
  ...given: readonly unknown[]
): Promise<unknown> {
  const module: Readonly<Record<string, unknown>> = await import(projectPath(file));
  const called = module[name];
  if (typeof called !== "function") throw new Error(`${name} of ${file} is no function.`);
  return called(...given);
}
