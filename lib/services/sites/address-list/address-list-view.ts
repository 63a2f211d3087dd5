import type { AddressListKind, AddressList as AddressListRow } from "@/lib/db/generated/client";

/** What lists are shown by: everything but the addresses, of which there may be a million. */
export const SHOWN = {
  id: true,
  key: true,
  name: true,
  kind: true,
  counts: true,
  url: true,
  everyMinutes: true,
  entries: true,
  ranges: true,
  size: true,
  skipped: true,
  loadedAt: true,
  askedAt: true,
  dueAt: true,
  lastError: true,
  version: true,
} as const;

/** An address list as it is shown. Plain data, times in ISO 8601. */
export type ListedAddressList = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly kind: AddressListKind;
  /** Whoever is in it has a mark for it in the score of their place. */
  readonly counts: boolean;
  /** Null for a typed list. */
  readonly url: string | null;
  readonly everyMinutes: number;
  /** How many addresses and ranges are written in it. */
  readonly entries: number;
  readonly ranges: number;
  readonly bytes: number;
  /** Lines of the feed that could not be read. */
  readonly skipped: number;
  /** Since when it has these entries; null where it has none yet. */
  readonly loadedAt: string | null;
  /** When the feed was asked last. */
  readonly askedAt: string | null;
  readonly dueAt: string | null;
  /** Why the last load changed nothing; null where it was good. */
  readonly lastError: string | null;
  readonly version: number;
};

/** With what was typed. */
export type AddressListView = ListedAddressList & { readonly text: string };

export type ShownRow = Pick<AddressListRow, keyof typeof SHOWN>;

export function toListedAddressList(row: ShownRow): ListedAddressList {
  const { size, loadedAt, askedAt, dueAt, ...rest } = row;
  return {
    ...rest,
    bytes: size,
    loadedAt: loadedAt?.toISOString() ?? null,
    askedAt: askedAt?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
  };
}
