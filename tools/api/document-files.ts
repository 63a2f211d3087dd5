import { readFile, writeFile } from "node:fs/promises";
import { manifestJsonSchema } from "@/cli/operators/manifest/json-schema";
import { openApiDocument } from "@/lib/api/open-api";
import { OPERATIONS } from "@/lib/api/registry";
import { installedVersion } from "@/lib/platform/installation";
import { projectPath } from "../stack/paths";
import { type ApiDocument, clientRoutes, clientTypes } from "./client-types";
import { fieldTable } from "./field-table";

export const DOCUMENT_FILE = "docs/api/openapi.json";
/** The document of the last release, without prose; of the first commit as long as there is no release. */
export const RELEASED_FILE = "docs/api/openapi.released.json";

/** Everything that is made from the registry and committed, by the path of its file. */
export function documentFiles(): Readonly<Record<string, string>> {
  const text = `${JSON.stringify(openApiDocument(OPERATIONS, { version: installedVersion() }), null, 1)}\n`;
  // It is what `openApiDocument` has written.
  const document = JSON.parse(text) as ApiDocument;
  return {
    [DOCUMENT_FILE]: text,
    "client/src/generated/types.ts": clientTypes(document),
    "client/src/generated/routes.ts": clientRoutes(document),
    "cli/operators/generated/fields.ts": fieldTable(document),
    "docs/api/stanchion.schema.json": `${JSON.stringify(manifestJsonSchema(), null, 1)}\n`,
  };
}

/** The paths of those files that are not as they should be. */
export async function staleDocumentFiles(): Promise<readonly string[]> {
  const files = Object.entries(documentFiles());
  const found = await Promise.all(files.map(([path]) => readCommitted(path)));
  return files.filter(([, text], at) => found[at] !== text).map(([path]) => path);
}

export async function writeDocumentFiles(): Promise<void> {
  for (const [path, text] of Object.entries(documentFiles()))
    await writeFile(projectPath(path), text);
}

/** Makes the document of today what later ones are compared with. */
export async function writeReleased(): Promise<void> {
  const document: unknown = JSON.parse(documentFiles()[DOCUMENT_FILE] ?? "");
  const prose = new Set(["description", "summary", "example", "tags", "info", "servers"]);
  const text = JSON.stringify(document, (name, value) =>
    prose.has(name) && typeof value !== "object" ? undefined : value,
  );
  await writeFile(projectPath(RELEASED_FILE), `${text}\n`);
}

const readCommitted = (path: string) => readFile(projectPath(path), "utf8").catch(() => "");
