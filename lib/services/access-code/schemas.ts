import { z } from "zod";
import { accessCodeBatchSchema } from "@/lib/domain/access-code/batch";
import { eventIdField } from "@/lib/services/event/schemas";

export const createAccessCodesInput = accessCodeBatchSchema.extend({ eventId: eventIdField });
export type CreateAccessCodesInput = z.input<typeof createAccessCodesInput>;

export const listAccessCodesInput = z.strictObject({ eventId: eventIdField });
export type ListAccessCodesInput = z.input<typeof listAccessCodesInput>;
