import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";

/** What runs on the installation's servers. Components and the page's script ask from browsers. */
const FOLDERS = ["lib", "workers", "waiting-room", "app"];
const IN_BROWSERS = /^(waiting-room\/client|lib\/db\/generated)\//;
const THE_ONE_WAY = "lib/platform/outgoing/ask-outside.ts";
/** Asks vendors of CAPTCHAs, whose addresses are ours or the installation's, never a customer's. */
const TO_VENDORS = "waiting-room/visit/gate/captcha/ask-vendor.ts: fetch";

const MODULES = /^(node:)?(http|https|http2|net|tls|dgram)$|^(undici|axios|got|node-fetch)$/;
const OPENS = new Set(["request", "get", "connect", "createConnection", "Socket", "createSocket"]);
const GLOBALS = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);

/** Where a source could open a connection to an address: imports that can, and calls of what browsers have. */
function opensIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) found.push(...importsOf(node));
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (isCall) found.push(...calleeOf(node.expression));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((what) => `${file}: ${what}`);
}

function importsOf(node: ts.ImportDeclaration): string[] {
  const module = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : "";
  const clause = node.importClause;
  if (!MODULES.test(module) || clause === undefined || clause.isTypeOnly) return [];
  const { namedBindings } = clause;
  if (clause.name || !namedBindings || !ts.isNamedImports(namedBindings)) return [module];
  return namedBindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ propertyName, name }) => (propertyName ?? name).text)
    .filter((name) => OPENS.has(name))
    .map((name) => `${module} ${name}`);
}

function calleeOf(callee: ts.Expression): string[] {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return [];
  const name = ts.isPropertyAccessExpression(callee) ? globalOf(callee) : callee.getText();
  return GLOBALS.has(name) ? [name] : [];
}

/** `globalThis.fetch` counts; a method of something else that is called the same does not. */
function globalOf({ expression, name }: ts.PropertyAccessExpression): string {
  return /^(globalThis|global|window|self)$/.test(expression.getText()) ? name.text : "";
}

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path),
    ),
  ).filter((file) => /(?<!\.(test|spec))\.tsx?$/.test(file) && !IN_BROWSERS.test(file));
}

describe("requests to addresses that customers set", () => {
  test("go the one guarded way: no other source of the servers can open a connection", () => {
    const found = sources().flatMap((file) =>
      opensIn(file, readFileSync(projectPath(file), "utf8")),
    );
    const others = found.filter((open) => !open.startsWith(`${THE_ONE_WAY}: `));
    expect(others).toEqual([TO_VENDORS]);
    expect(found).toContain(`${THE_ONE_WAY}: node:https request`);
  });

  test.each([
    'import { request } from "node:http";',
    'import { get as load } from "https";',
    'import * as net from "node:net";',
    'import axios from "axios";',
    "await fetch(url);",
    "globalThis.fetch(url);",
    "new WebSocket(url);",
  ])("%s would be found", (text) => {
    expect(opensIn("x.ts", text)).toHaveLength(1);
  });

  test.each([
    'import { createServer } from "node:http";',
    'import { isIP } from "node:net";',
    "cache.fetch(key);",
  ])("%s opens none", (text) => {
    expect(opensIn("x.ts", text)).toEqual([]);
  });
});
