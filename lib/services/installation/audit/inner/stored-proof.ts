import { z } from "zod";
import type { AuditDigests, AuditSalts } from "@/lib/domain/audit/chain";

const digestsSchema = z.object({
  actor: z.string(),
  subject: z.string(),
  summary: z.string(),
  details: z.string(),
});
const saltsSchema = digestsSchema.partial();

/** The digests of a row; null for one of the version before that the worker has not linked yet. */
export function digestsOf({ digests }: { readonly digests: unknown }): AuditDigests | null {
  return digestsSchema.safeParse(digests).data ?? null;
}

/** The salts of a row: none for what was erased. */
export function saltsOf({ salts }: { readonly salts: unknown }): AuditSalts {
  const { actor, subject, summary, details } = saltsSchema.safeParse(salts).data ?? {};
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(subject === undefined ? {} : { subject }),
    ...(summary === undefined ? {} : { summary }),
    ...(details === undefined ? {} : { details }),
  };
}
