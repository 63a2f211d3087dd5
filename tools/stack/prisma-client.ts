import { execFile } from "node:child_process";
import { access, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { hashSources } from "./content-hash";
import { stampFile, withLock } from "./lock";
import { projectPath } from "./paths";

const CLIENT = projectPath("lib", "db", "generated", "client.ts");

async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes `lib/db/generated` from `prisma/schema.prisma`; returns false when it is already up to date.
 * Prisma would download an engine that generating does not use, so it is shown an existing file.
 */
export async function generatePrismaClient(): Promise<boolean> {
  return withLock("prisma-client", async () => {
    const hash = await hashSources([
      "prisma/schema.prisma",
      "prisma.config.ts",
      "node_modules/prisma/package.json",
    ]);
    const stamp = stampFile("prisma-client");
    if ((await readOrEmpty(stamp)) === hash && (await exists(CLIENT))) return false;
    const prisma = projectPath("node_modules", "prisma", "build", "index.js");
    await promisify(execFile)(process.execPath, [prisma, "generate", "--no-hints"], {
      cwd: projectPath(),
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    });
    await writeFile(stamp, hash);
    return true;
  });
}
