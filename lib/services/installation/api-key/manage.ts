import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { db, type Tx } from "@/lib/db/client";
import type { InstallationKey } from "@/lib/db/generated/client";
import { wholeNumber } from "@/lib/domain/fields";
import {
  INSTALLATION_PERMISSIONS,
  type InstallationPermission,
} from "@/lib/domain/permissions/installation";
import { newId } from "@/lib/platform/ids";
import { installationActor } from "@/lib/services/ground/context";
import type { InstallationCaller } from "@/lib/services/ground/define-installation-verb";
import { notFound, ServiceError } from "@/lib/services/ground/errors";
import { recordAuditOfAll } from "@/lib/services/ground/record-audit";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { keyNameField } from "@/lib/services/people/api-key/schemas";

/** What such a key begins with, by which it is told from a customer's. */
const BEGINNING = "sti_";
const PREFIX_CHARACTERS = 10;
const DAY_MS = 24 * 3_600_000;

/** A key of the installation, never its text. */
export type InstallationKeyView = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly permissions: readonly InstallationPermission[];
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
};

const createInput = z.strictObject({
  name: keyNameField,
  permissions: z.array(z.enum(INSTALLATION_PERMISSIONS)).min(1),
  /** Null: until it is revoked. */
  validDays: wholeNumber(1, 3_650).nullable(),
});

/**
 * Makes a key for who runs the installation. Only its SHA-256 is stored: nobody sees the text again. The audit log of each
 * customer has it.
 */
export async function createInstallationKey(
  rawInput: z.input<typeof createInput>,
): Promise<InstallationKeyView & { readonly text: string }> {
  const { name, permissions, validDays } = createInput.parse(rawInput);
  const text = `${BEGINNING}${randomBytes(32).toString("base64url")}`;
  return withAnonymousTransaction(async (tx) => {
    const row = await tx.installationKey.create({
      data: {
        ...{ id: newId("installationKey"), name, hash: hashOf(text) },
        prefix: text.slice(0, PREFIX_CHARACTERS),
        permissions: [...new Set(permissions)],
        expiresAt: validDays === null ? null : new Date(Date.now() + validDays * DAY_MS),
      },
    });
    await note(tx, row, "create");
    return { ...toView(row), text };
  });
}

/** All of them, the newest first, revoked ones included. */
export async function listInstallationKeys(): Promise<readonly InstallationKeyView[]> {
  const rows = await db().installationKey.findMany({ orderBy: { createdAt: "desc" } });
  return rows.map(toView);
}

/** Revokes a key for good, as the audit log of each customer says. Throws `not_found` where there is none that is valid. */
export async function revokeInstallationKey(id: string): Promise<InstallationKeyView> {
  return withAnonymousTransaction(async (tx) => {
    const [row] = await tx.installationKey.updateManyAndReturn({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (row === undefined) throw notFound("key");
    await note(tx, row, "revoke");
    return toView(row);
  });
}

async function note(tx: Tx, row: InstallationKey, did: "create" | "revoke"): Promise<void> {
  const { id, name, prefix } = row;
  const permissions = permissionsOf(row);
  await recordAuditOfAll(tx, installationActor(`admin keys ${did}`), {
    verb: `customer.${did}-installation-key`,
    subject: id,
    summary: `${did}d ${name} (${prefix}…), an API key of the installation to ${permissions.join(", ")}`,
    details: { permissions, expiresAt: row.expiresAt?.toISOString() ?? null },
  });
}

export const isInstallationKey = (text: string): boolean => text.startsWith(BEGINNING);

/** Who shows a key. Throws `unauthenticated` for one that is none, was revoked or has expired. */
export async function callerOfInstallationKey(text: string): Promise<InstallationCaller> {
  const row = await db().installationKey.findUnique({ where: { hash: hashOf(text) } });
  if (row === null || row.revokedAt !== null) {
    throw new ServiceError("unauthenticated", "This is not a valid API key.");
  }
  if (row.expiresAt !== null && row.expiresAt <= new Date()) {
    throw new ServiceError("unauthenticated", "This API key has expired.");
  }
  const { id, name } = row;
  return { key: { id, name }, permissions: new Set(permissionsOf(row)) };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const permissionsOf = ({ permissions }: InstallationKey) =>
  INSTALLATION_PERMISSIONS.filter((one) => permissions.includes(one));

function toView(row: InstallationKey): InstallationKeyView {
  return {
    ...{ id: row.id, name: row.name, prefix: row.prefix, permissions: permissionsOf(row) },
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
