import type { ApiKey } from "@/lib/db/generated/client";

/** A key as screens and API show it: never its text. */
export type ApiKeyView = {
  readonly id: string;
  readonly name: string;
  /** Its first characters. */
  readonly prefix: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
};

export function toApiKeyView(row: ApiKey): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
