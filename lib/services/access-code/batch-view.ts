import type { AccessCodeBatch } from "@/lib/db/generated/client";

/** A batch of access codes as screens show it. The codes themselves are not stored. */
export type AccessCodeBatchView = {
  readonly id: string;
  readonly name: string;
  readonly lane: string | null;
  /** How often each code may be used. */
  readonly uses: number;
  readonly count: number;
  readonly createdBy: string;
  readonly createdAt: string;
};

export function toAccessCodeBatchView(row: AccessCodeBatch, count: number): AccessCodeBatchView {
  const { id, name, lane, uses, createdBy } = row;
  return { id, name, lane, uses, count, createdBy, createdAt: row.createdAt.toISOString() };
}
