import type { PersonalData } from "@/lib/domain/personal-data";
import type { TableData } from "./held-data";

const UNTIL_TOLD = "until sent, the run ends, or they enter or leave; one hour if unconfirmed";

const notice = (
  what: string,
  kept = "until the run ends, or they enter or leave",
): PersonalData => ({
  about: "visitor",
  what,
  why: "they want a notification",
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
      confirmedHash: notice("the same, once confirmed", UNTIL_TOLD),
      queueId: notice("queue id"),
      number: notice("queue number"),
      language: notice("language"),
    },
  },
  PushKey: { plain: ["id", "publicKey", "createdAt"], secret: ["sealed"] },
} as const satisfies Readonly<Record<string, TableData>>;
