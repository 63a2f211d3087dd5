import type { AccessCodeBatch } from "@/lib/db/generated/client";
import { windowDetails } from "./inner/code-window";

/** What the codes of a batch were used for, some seconds ago. */
export type BatchUses = {
  /** Joins by a code of the batch. */
  readonly used: number;
  /** Joins that its codes are still good for. */
  readonly left: number;
  /** Tries with a code that had no use left or was revoked. */
  readonly refused: number;
  /** Codes that are revoked. */
  readonly revoked: number;
  readonly lastUsedAt: string | null;
};

/** A batch of access codes as screens show it. The codes themselves are not stored. */
export type AccessCodeBatchView = BatchUses & {
  readonly id: string;
  readonly name: string;
  readonly lane: string | null;
  /** How often each code may be used. */
  readonly uses: number;
  readonly count: number;
  /** When its codes are good; null for no bound. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
};

export function toAccessCodeBatchView(
  row: AccessCodeBatch,
  count: number,
  known: BatchUses = unused(row, count),
): AccessCodeBatchView {
  const { id, name, lane, uses, createdBy } = row;
  const createdAt = row.createdAt.toISOString();
  return { id, name, lane, uses, count, ...windowDetails(row), createdBy, createdAt, ...known };
}

function unused({ uses }: AccessCodeBatch, count: number): BatchUses {
  return { used: 0, left: uses * count, refused: 0, revoked: 0, lastUsedAt: null };
}
