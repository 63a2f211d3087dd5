import { z } from "zod";
import { setMessage } from "@/lib/services/event/control/set-message";
import { deleteSavedMessage } from "@/lib/services/event/saved-message/delete";
import { listSavedMessages } from "@/lib/services/event/saved-message/list";
import { saveMessage } from "@/lib/services/event/saved-message/save";
import { eventAnswer } from "../answers/event";
import { savedMessageAnswer } from "../answers/message";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Messages" } as const;

/** What visitors are told while they wait. */
export const MESSAGE_OPERATIONS: readonly Operation[] = [
  operation(setMessage, {
    ...{ ...TAG, id: "setMessage", method: "POST", path: "/events/{eventId}/message" },
    ...{ lane: "control", revises: "getEvent", output: eventAnswer },
    asksApproval: true,
    summary: "Tell waiting visitors something",
    description: "Texts by language, for everybody or some of them. `texts: null` removes it.",
    example: {
      eventId: "springsale",
      texts: { en: "Size M is sold out.", de: "Größe M ist ausverkauft." },
      audience: { kind: "everyone" },
    },
  }),
  listing(listSavedMessages, {
    ...{ ...TAG, id: "listSavedMessages", method: "GET", path: "/saved-messages" },
    summary: "List saved messages",
    of: savedMessageAnswer,
    by: ({ savedMessageId }) => savedMessageId,
    example: {},
  }),
  operation(saveMessage, {
    ...{ ...TAG, id: "saveMessage", method: "POST", path: "/saved-messages", status: 201 },
    summary: "Save a message for later use",
    output: savedMessageAnswer,
    example: { name: "Checkout is slow", texts: { en: "The checkout is slow. Please stay." } },
  }),
  operation(deleteSavedMessage, {
    ...{ ...TAG, id: "deleteSavedMessage", method: "DELETE" },
    path: "/saved-messages/{savedMessageId}",
    summary: "Delete a saved message",
    output: z.object({ savedMessageId: z.string() }),
    example: { savedMessageId: "{savedMessage}" },
  }),
];
