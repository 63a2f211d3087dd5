import { z } from "zod";
import type { LinkBody } from "@/lib/domain/audit/chain";

const untaggedUntil = z.string().nullable();
const text = z.string();
const digests = z.strictObject({ actor: text, subject: text, summary: text, details: text });
const entry = z.strictObject({
  ...{ id: text, number: text, at: text, actorType: text, verb: text },
  digests,
  tag: text.nullable(),
  isTagged: z.boolean(),
});
const erasure = z.strictObject({
  ...{ id: text, at: text, tag: text },
  fields: z.array(text),
  entryIds: z.array(text),
});

const linkSchema = z.strictObject({
  v: z.literal(1),
  customer: text,
  seq: z.number().int(),
  at: text,
  previous: text,
  content: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("genesis"), untaggedUntil }),
    z.strictObject({ kind: z.literal("entry"), entry }),
    z.strictObject({ kind: z.literal("erasure"), erasure }),
    z.strictObject({
      kind: z.literal("checkpoint"),
      ...{ through: z.number().int(), removed: z.number().int() },
      ...{ hash: text, since: text, untaggedUntil },
    }),
  ]),
});

/** What a link says; null for a text that is none. */
export function readLink(body: string): LinkBody | null {
  try {
    return linkSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
