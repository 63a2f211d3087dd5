import { randomBytes } from "node:crypto";
import type { Db, Tx } from "@/lib/db/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, unseal } from "@/lib/secrets/seal";
import { makeBound } from "./audit-proof";

/** What the key is sealed for. */
export const AUDIT_KEY_CONTEXT = "audit-key";
const ID = "audit";
/** So long the version before may go on writing entries without a tag, beside this one. */
const UPGRADE_MS = 24 * 60 * 60_000;

let known: { readonly sealed: string; readonly key: Buffer } | undefined;

/**
 * The key that tags what Stanchion writes into audit logs: the installation's own, the same for ever, sealed with the
 * master key. Made in the caller's transaction where there is none, and with it the bound until which entries of a
 * version that had none are taken.
 */
export async function auditKey(tx: Tx): Promise<Buffer> {
  if (known !== undefined) return known.key;
  const there = await readAuditKey(tx);
  if (there !== null) return there;
  const [master] = masterKeysFromEnvironment();
  const key = randomBytes(32);
  const sealed = seal(master, AUDIT_KEY_CONTEXT, key.toString("base64url"));
  const hasFormer = (await tx.auditEntry.findFirst({ where: { tag: null } })) !== null;
  const until = hasFormer ? new Date(Date.now() + UPGRADE_MS).toISOString() : null;
  const bound = makeBound(key, until);
  await tx.$executeRaw`
    INSERT INTO "AuditKey" ("id", "sealed", "bound") VALUES (${ID}, ${sealed}, ${bound})
    ON CONFLICT DO NOTHING`;
  const made = await tx.auditKey.findUniqueOrThrow({ where: { id: ID } });
  // Not remembered: this transaction may still be undone.
  return open(made.sealed);
}

/** The same for who only checks; null where there is none yet. */
export async function readAuditKey(database: Db): Promise<Buffer | null> {
  const row = await database.auditKey.findUnique({ where: { id: ID } });
  if (known?.sealed !== row?.sealed)
    known = row === null ? undefined : { sealed: row.sealed, key: open(row.sealed) };
  return known?.key ?? null;
}

function open(sealed: string): Buffer {
  return Buffer.from(unseal(masterKeysFromEnvironment(), AUDIT_KEY_CONTEXT, sealed), "base64url");
}
