import { z } from "zod";
import { moment } from "./event";
import { named } from "./names";

/** An entry of the audit log. What `details` has depends on its verb. */
export const auditEntryAnswer = named(
  "AuditEntry",
  z.object({
    id: z.string(),
    at: moment,
    actor: z.object({ type: z.string(), id: z.string(), name: z.string() }),
    verb: z.string(),
    subject: z.string(),
    summary: z.string(),
    details: z.unknown(),
    source: z.object({ session: z.string().nullable(), network: z.string() }).nullable(),
    seq: z.number().int().nullable(),
  }),
);

const anchor = z.object({
  customer: z.string(),
  seq: z.number().int(),
  hash: z.string(),
  at: z.string(),
});

/** Where the chain of the log stands. */
export const auditHeadAnswer = named(
  "AuditHead",
  z.object({
    head: anchor.nullable(),
    anchor: z.string().nullable(),
    since: z.string().nullable(),
    waiting: z.number().int(),
    warning: z.string().nullable(),
  }),
);

/** What a check of the whole log found. */
export const auditCheckAnswer = named(
  "AuditCheck",
  z.object({
    customer: z.string(),
    links: z.number().int(),
    entries: z.number().int(),
    erased: z.number().int(),
    unlinked: z.number().int(),
    head: anchor.nullable(),
    since: z.string().nullable(),
    tagsChecked: z.boolean(),
    firstBad: z
      .object({
        customer: z.string(),
        seq: z.number().int().nullable(),
        entry: z.string().nullable(),
        reason: z.string(),
      })
      .nullable(),
    anchoredAt: z.string().nullable(),
    warning: z.string().nullable(),
  }),
);
