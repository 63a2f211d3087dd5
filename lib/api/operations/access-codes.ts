import { z } from "zod";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { findAccessCode } from "@/lib/services/event/access-code/find";
import { listAccessCodes } from "@/lib/services/event/access-code/list";
import { revokeAccessCodes } from "@/lib/services/event/access-code/revoke";
import { revokeAccessCodeBatch } from "@/lib/services/event/access-code/revoke-batch";
import { setAccessCodeWindow } from "@/lib/services/event/access-code/set-window";
import {
  accessCodeAnswer,
  accessCodeBatchAnswer,
  codeWindowAnswer,
  createdAccessCodesAnswer,
  revokedCodesAnswer,
} from "../answers/access-code";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Access codes" } as const;
const EVENT = { eventId: "springsale" };

/** Codes that let their holders join an event, or a lane of it. */
export const ACCESS_CODE_OPERATIONS: readonly Operation[] = [
  listing(listAccessCodes, {
    ...{ ...TAG, id: "listAccessCodeBatches", method: "GET" },
    path: "/events/{eventId}/access-code-batches",
    summary: "List batches of access codes",
    description: "The last 200 batches, the newest first.",
    of: accessCodeBatchAnswer,
    by: ({ id }) => id,
    example: EVENT,
  }),
  operation(createAccessCodes, {
    ...{ ...TAG, id: "createAccessCodes", method: "POST", status: 201 },
    path: "/events/{eventId}/access-code-batches",
    summary: "Create a batch of access codes",
    description:
      "The codes are in this answer (`csv`) and nowhere else: only hashes are stored. Send your own codes as `own`, one per line.",
    output: createdAccessCodesAnswer,
    example: { ...EVENT, name: "Fan club", count: 10, use: { kind: "single-use" } },
  }),
  operation(findAccessCode, {
    ...{ ...TAG, id: "getAccessCode", method: "GET" },
    path: "/events/{eventId}/access-codes/{code}",
    summary: "Look up an access code",
    output: accessCodeAnswer,
    example: { ...EVENT, code: "{accessCode}" },
  }),
  operation(revokeAccessCodes, {
    ...{ ...TAG, id: "revokeAccessCodes", method: "POST" },
    path: "/events/{eventId}/access-codes/revoke",
    summary: "Revoke single access codes",
    description: "Up to 1,000 codes, one per line. Places that they have led to are kept.",
    output: revokedCodesAnswer,
    example: { ...EVENT, codes: "{accessCode}" },
  }),
  operation(setAccessCodeWindow, {
    ...{ ...TAG, id: "setAccessCodeValidity", method: "PUT" },
    path: "/access-code-batches/{batchId}/validity",
    summary: "Set when a batch's codes are valid",
    description: "Local times of the event; a bound that is left out is removed.",
    output: codeWindowAnswer,
    example: {
      batchId: "{accessCodeBatch}",
      ...{ fromLocal: "2099-10-01T08:00", untilLocal: "2099-10-01T20:00" },
    },
  }),
  operation(revokeAccessCodeBatch, {
    ...{ ...TAG, id: "revokeAccessCodeBatch", method: "POST" },
    path: "/access-code-batches/{batchId}/revoke",
    summary: "Revoke all codes of a batch",
    output: z.object({ revoked: z.number().int() }),
    example: { batchId: "{accessCodeBatch}" },
  }),
];
