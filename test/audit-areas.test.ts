import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { AUDIT_AREAS, VERB_BEGINNINGS } from "@/lib/domain/audit/areas";
import { projectPath } from "@/tools/stack/paths";

/** What the property `verb` is given anywhere in a file, as far as it is written there. */
function verbsIn(text: string): string[] {
  const verbs: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) verbs.push(node.text);
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "verb") collect(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("verbs.ts", text, ts.ScriptTarget.Latest, true));
  return verbs;
}

function verbsOfServices(): string[] {
  const files = readdirSync(projectPath("lib/services"), { recursive: true, encoding: "utf8" });
  const sources = files.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  const verbs = sources.flatMap((path) =>
    verbsIn(readFileSync(projectPath(`lib/services/${path}`), "utf8")),
  );
  return [...new Set(verbs)].sort();
}

function areasOf(verb: string): string[] {
  return AUDIT_AREAS.filter((area) =>
    VERB_BEGINNINGS[area].some((beginning) => verb.startsWith(beginning)),
  );
}

describe("each verb of the audit log", () => {
  const verbs = verbsOfServices();

  test("belongs to one area, so that one choice finds it", () => {
    expect(verbs.length).toBeGreaterThan(100);
    expect(verbs.filter((verb) => areasOf(verb).length !== 1)).toEqual([]);
  });

  test("begins as no other area does, and each beginning is that of a verb", () => {
    const beginnings = AUDIT_AREAS.flatMap((area) => [...VERB_BEGINNINGS[area]]);
    const idle = beginnings.filter((one) => !verbs.some((verb) => verb.startsWith(one)));
    expect(idle).toEqual([]);
    expect(beginnings.filter((one) => areasOf(one).length !== 1)).toEqual([]);
  });

  test("is found where it is written, whatever it depends on", () => {
    const text = `record({ verb: isOn ? "light.on" : "light.off", summary: "no.verb" });`;
    expect(verbsIn(text)).toEqual(["light.on", "light.off"]);
  });
});
