import { randomBytes } from "node:crypto";
import type { Db, Tx } from "@/lib/db/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, unseal } from "@/lib/secrets/seal";

/** What the key is sealed for. */
export const AUDIT_KEY_CONTEXT = "audit-key";
const ID = "audit";

let known: { readonly sealed: string; readonly key: Buffer } | undefined;

/**
 * The key that tags what Stanchion writes into audit logs: the installation's own, the same for ever, sealed with the
 * master key. Made in the caller's transaction where there is none.
 */
export async function auditKey(tx: Tx): Promise<Buffer> {
  if (known !== undefined) return known.key;
  const there = await readAuditKey(tx);
  if (there !== null) return there;
  const [master] = masterKeysFromEnvironment();
  const sealed = seal(master, AUDIT_KEY_CONTEXT, randomBytes(32).toString("base64url"));
  await tx.$executeRaw`INSERT INTO "AuditKey" ("id", "sealed") VALUES (${ID}, ${sealed}) ON CONFLICT DO NOTHING`;
  const made = await tx.auditKey.findUniqueOrThrow({ where: { id: ID } });
  // Not remembered: this transaction may still be undone.
  return open(made.sealed);
}

/** The same for who only checks; null where there is none yet. */
export async function readAuditKey(database: Db): Promise<Buffer | null> {
  const row = await database.auditKey.findUnique({ where: { id: ID } });
  if (row === null) return null;
  if (known?.sealed !== row.sealed) known = { sealed: row.sealed, key: open(row.sealed) };
  return known.key;
}

function open(sealed: string): Buffer {
  return Buffer.from(unseal(masterKeysFromEnvironment(), AUDIT_KEY_CONTEXT, sealed), "base64url");
}
