import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectPath } from "./paths";
import { workOnce } from "./work-once";

const MADE = {
  name: "prisma-client",
  sources: ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"],
  stamp: projectPath("lib/db/generated/sources-hash"),
};

/**
 * Makes `lib/db/generated` from `prisma/schema.prisma`; returns false when it is already up to date.
 * Prisma would download an engine that generating does not use, so it is shown an existing file.
 */
export async function generatePrismaClient(): Promise<boolean> {
  return workOnce(MADE, () => {
    const prisma = projectPath("node_modules/prisma/build/index.js");
    const own = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" };
    const env = { ...process.env, ...own, CHECKPOINT_DISABLE: "1" };
    const options = { cwd: projectPath(), env };
    return promisify(execFile)(process.execPath, [prisma, "generate", "--no-hints"], options);
  });
}
