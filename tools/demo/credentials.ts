import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const credentialsFile = z.object({
  email: z.string(),
  password: z.string(),
  customerId: z.string(),
  apiKey: z.string(),
  secret: z.string(),
});

export type DemoCredentials = Readonly<z.infer<typeof credentialsFile>>;

/** The credentials of an earlier start, or null when there are none that can be read. */
export async function readCredentials(dataDirectory: string): Promise<DemoCredentials | null> {
  try {
    const text = await readFile(fileIn(dataDirectory), "utf8");
    return credentialsFile.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Writes them readable by the owner only; a start that dies meanwhile leaves the old ones. */
export async function writeCredentials(dataDirectory: string, credentials: DemoCredentials) {
  const file = fileIn(dataDirectory);
  await writeFile(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, "demo.json");
}
