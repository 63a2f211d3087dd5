import type { PersonalData, TableData } from "./held-data";

const LISTED: PersonalData = {
  about: "visitor",
  what: "network addresses and ranges that a customer has typed or that a feed publishes; one may be a person's",
  why: "access rules and the score name them",
  kept: "until the customer deletes the list or the feed names them no more",
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
