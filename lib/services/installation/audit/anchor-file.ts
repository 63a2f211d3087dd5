import { appendFile, open } from "node:fs/promises";
import { type AuditAnchor, readAnchorFile } from "@/lib/domain/audit/chain";
import { env } from "@/lib/platform/env";

/** So much of the file's end is read: tens of thousands of anchors. */
const BYTES_MAX = 4 * 1_024 * 1_024;

/** Adds lines to the file that is set, if one is. */
export async function appendAnchors(lines: readonly string[]): Promise<void> {
  const file = env.auditAnchorFile();
  if (file === undefined || lines.length === 0) return;
  await appendFile(file, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
}

/** The anchors at the end of the file that is set; none where there is no file yet. */
export async function readAppendedAnchors(): Promise<readonly AuditAnchor[]> {
  const file = env.auditAnchorFile();
  return file === undefined ? [] : readAnchorFile(await readEnd(file));
}

async function readEnd(file: string): Promise<string> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (handle === null) return "";
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, BYTES_MAX);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8");
  } finally {
    await handle.close();
  }
}
