import type { PersonalData, TableData } from "./held-data";

const UNTIL_TOLD =
  "until they were told, the run ends, they go in or leave the line; an hour where it is not confirmed";

const notice = (
  what: string,
  kept = "until the run ends, they go in or leave the line",
): PersonalData => ({
  about: "visitor",
  what,
  why: "they asked to be told shortly before their turn",
  kept,
});

/** What the tables hold that are there to tell visitors of their turn. */
export const NOTICES_IN_POSTGRES = {
  Notice: {
    plain: [
      "id",
      "runId",
      "lane",
      "drawn",
      "kind",
      "roomUrl",
      "createdAt",
      "confirmSentAt",
      "confirmedAt",
      "turnSentAt",
      "attempts",
      "nextAttemptAt",
    ],
    personal: {
      sealed: notice("sealed: e-mail address or push subscription", UNTIL_TOLD),
      addressHash: notice("keyed hash of that", UNTIL_TOLD),
      confirmedHash: notice("the same, once it was confirmed", UNTIL_TOLD),
      queueId: notice("queue id"),
      number: notice("queue number"),
      language: notice("language"),
    },
  },
  PushKey: { plain: ["id", "publicKey", "createdAt"], secret: ["sealed"] },
} as const satisfies Readonly<Record<string, TableData>>;
