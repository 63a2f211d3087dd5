import { db } from "@/lib/db/client";
import { readTypedCode } from "@/lib/domain/access-code/typed-code";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { codeIdsOf } from "./inner/code-ids";
import { windowDetails } from "./inner/code-window";
import { findAccessCodeInput } from "./schemas";

/** One code and what it was used for, some seconds ago. */
export type AccessCodeView = {
  readonly batch: string;
  readonly lane: string | null;
  readonly uses: number;
  readonly used: number;
  readonly refused: number;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** When it is good; null for no bound. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly createdAt: string;
};

/** Looks a code up that somebody holds in their hands. Throws `invalid` where it is none of the event. */
export const findAccessCode = defineVerb(
  "access-code:read",
  findAccessCodeInput,
  async (context, { eventId, code }): Promise<AccessCodeView> => {
    const read = readTypedCode(code);
    if (read === null) throw invalidField("code", "This is not a valid code. Check for typos.");
    const event = await getEventOfCustomer(db(), context, eventId);
    const ref = { id: event.id, customerId: context.customer.wireId, eventId };
    const [hash = ""] = await db().$transaction((tx) => codeIdsOf(tx, ref, [read.code]));
    const row = await db().accessCode.findUnique({
      where: { eventId_hash: { eventId: event.id, hash } },
      include: { batch: true },
    });
    if (row === null) throw invalidField("code", `This code does not belong to ${event.name}.`);
    const { batch, used, returned, refused, lastUsedAt, revokedAt } = row;
    return {
      batch: batch.name,
      lane: batch.lane,
      uses: batch.uses,
      used: Math.max(0, used - returned),
      refused,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
      ...windowDetails(batch),
      createdAt: batch.createdAt.toISOString(),
    };
  },
);
