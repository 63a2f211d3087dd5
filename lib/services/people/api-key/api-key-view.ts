import type { ApiKey } from "@/lib/db/generated/client";
import { type ApiKeyScope, scopesOf } from "@/lib/domain/api-key/scopes";
import { PERMISSIONS, type Permission } from "@/lib/domain/permissions/roles";

/** A key as screens and API show it: never its text. */
export type ApiKeyView = {
  readonly id: string;
  readonly name: string;
  /** Its first characters. */
  readonly prefix: string;
  readonly scopes: readonly ApiKeyScope[];
  /** What it may do through the API. */
  readonly permissions: readonly Permission[];
  /** The events that it may reach there; none: all. */
  readonly eventIds: readonly string[];
  /** Made before there were scopes: it may pull only, whatever it was made for. */
  readonly isUnscoped: boolean;
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  readonly createdAt: string;
  readonly revokedAt: string | null;
};

export function toApiKeyView(row: ApiKey): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: scopesOf(row.scopes),
    permissions: PERMISSIONS.filter((permission) => row.permissions.includes(permission)),
    eventIds: row.eventIds,
    isUnscoped: row.scopes.length === 0,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired: row.expiresAt !== null && row.expiresAt <= new Date(),
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
