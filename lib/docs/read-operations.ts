import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { installationDirectory } from "@/lib/platform/installation";
import { type OperationReference, referenceOf } from "./operation-reference";

let operations: Promise<readonly OperationReference[]> | null = null;

/** All operations of the API. They are of this version, so they are read once. */
export function readOperations(): Promise<readonly OperationReference[]> {
  operations ??= read().catch((error: unknown) => {
    operations = null;
    throw error;
  });
  return operations;
}

/** The operation of that id; null where there is none. */
export async function findOperation(id: string): Promise<OperationReference | null> {
  return (await readOperations()).find((operation) => operation.id === id) ?? null;
}

async function read(): Promise<readonly OperationReference[]> {
  const file = join(installationDirectory(), "docs", "api", "openapi.json");
  return referenceOf(JSON.parse(await readFile(file, "utf8")));
}
