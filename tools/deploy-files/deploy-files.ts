import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { projectPath } from "../stack/paths";

/** What a YAML document is made of. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | YamlObject;
export type YamlObject = { readonly [key: string]: Yaml };

/** Every file of `deploy`, relative to it. */
export function listDeployFiles(): string[] {
  return readdirSync(projectPath("deploy"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectPath("deploy").length + 1))
    .sort();
}

export function readDeployFile(file: string): string {
  return readFileSync(projectPath("deploy", file), "utf8");
}

/** The documents of a YAML file; throws what is wrong with its syntax. */
export function readDocuments(text: string): YamlObject[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS({ maxAliasCount: 1_000 });
  });
}

/** The part of a document at a path such as `spec.template.spec`; undefined where it does not go on. */
export function partOf(document: Yaml | undefined, path: string): Yaml | undefined {
  return path.split(".").reduce<Yaml | undefined>((part, key) => {
    const isGroup = part !== null && typeof part === "object" && Object.hasOwn(part, key);
    return isGroup ? new Map(Object.entries(part)).get(key) : undefined;
  }, document);
}

export function listAt(document: Yaml | undefined, path: string): readonly Yaml[] {
  const part = partOf(document, path);
  return Array.isArray(part) ? part : [];
}

export function keysAt(document: Yaml | undefined, path: string): string[] {
  const part = partOf(document, path);
  return typeof part === "object" && !Array.isArray(part) ? Object.keys(part ?? {}) : [];
}
