import type { StaffLink } from "@/lib/db/generated/client";

/** A staff link as screens and API show it, without its address, which is shown only once. */
export type StaffLinkView = {
  readonly id: string;
  readonly label: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
};

export function toStaffLinkView(row: StaffLink): StaffLinkView {
  return {
    id: row.id,
    label: row.label,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
