import { z } from "zod";
import { moment } from "./event";
import { named } from "./names";

const count = z.number().int();

/** When codes are good; null for no bound. */
const validity = { validFrom: moment.nullable(), validUntil: moment.nullable() };

/** A batch of access codes and what they were used for, some seconds ago. */
export const accessCodeBatchAnswer = named(
  "AccessCodeBatch",
  z.object({
    id: z.string(),
    name: z.string(),
    lane: z.string().nullable(),
    uses: count,
    count,
    ...validity,
    createdBy: z.string(),
    createdAt: moment,
    used: count,
    left: count,
    refused: count,
    revoked: count,
    lastUsedAt: moment.nullable(),
  }),
);

/** A new batch with its codes, which nobody sees again. */
export const createdAccessCodesAnswer = accessCodeBatchAnswer.extend({
  csv: z.string(),
  firstLink: z.string(),
});

export const accessCodeAnswer = named(
  "AccessCode",
  z.object({
    batch: z.string(),
    lane: z.string().nullable(),
    uses: count,
    used: count,
    refused: count,
    lastUsedAt: moment.nullable(),
    revokedAt: moment.nullable(),
    ...validity,
    createdAt: moment,
  }),
);

export const codeWindowAnswer = z.object({ batchId: z.string(), ...validity });

/** `before`: revoked before. `unknown`: no codes of the event. */
export const revokedCodesAnswer = z.object({ revoked: count, before: count, unknown: count });
