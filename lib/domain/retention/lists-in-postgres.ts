import type { PersonalData } from "@/lib/domain/personal-data";
import type { TableData } from "./held-data";

const LISTED: PersonalData = {
  about: "visitor",
  what: "listed network addresses; one may be a person's",
  why: "access rules and scores",
  kept: "until the customer or the feed removes them",
};

/** Address lists of customers; see `DATA_IN_POSTGRES`. */
export const LISTS_IN_POSTGRES = {
  AddressList: {
    plain: [
      "id",
      "customerId",
      "key",
      "name",
      "kind",
      "counts",
      "url",
      "everyMinutes",
      "hash",
      "size",
      "entries",
      "ranges",
      "skipped",
      "loadedAt",
      "etag",
      "lastModified",
      "askedAt",
      "dueAt",
      "takeShorter",
      "lastError",
      "failures",
      "version",
      "createdAt",
      "updatedAt",
    ],
    personal: { text: LISTED, bytes: LISTED },
  },
} as const satisfies Readonly<Record<string, TableData>>;
