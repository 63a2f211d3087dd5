import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const NAMES = ["MASTER_KEY", "NEXTAUTH_SECRET"] as const;

/** What seals and signs; each is 32 random bytes in base64url unless the environment sets it. */
export type LocalSecrets = Readonly<Record<(typeof NAMES)[number], string>>;

async function readKept(file: string): Promise<Partial<LocalSecrets>> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    throw new ExpectedFailure(
      `${file} is damaged; restore it from a backup, because what it sealed cannot be opened without it.`,
    );
  }
}

/**
 * The secrets of a local start: from the environment, else kept in `<dataDirectory>/secrets.json`
 * (mode 0600), made at the first start. Production must set them: nothing is invented there.
 */
export async function loadSecrets(dataDirectory: string): Promise<LocalSecrets> {
  const file = join(dataDirectory, "secrets.json");
  const missing = NAMES.filter((name) => !process.env[name]);
  if (missing.length > 0 && process.env["NODE_ENV"] === "production")
    throw new ExpectedFailure(`Set ${missing.join(" and ")}: production does not make its own.`);
  const kept = await readKept(file);
  const secret = () => randomBytes(32).toString("base64url");
  const added = missing.filter((name) => !kept[name]);
  const own = { ...kept, ...Object.fromEntries(added.map((name) => [name, secret()])) };
  if (added.length > 0) {
    await mkdir(dataDirectory, { recursive: true });
    await writeFile(file, `${JSON.stringify(own, null, 2)}\n`, { mode: 0o600 });
  }
  const secretOf = (name: keyof LocalSecrets): string => process.env[name] || own[name] || "";
  return { MASTER_KEY: secretOf("MASTER_KEY"), NEXTAUTH_SECRET: secretOf("NEXTAUTH_SECRET") };
}
