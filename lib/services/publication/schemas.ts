import { z } from "zod";

export const publicationInput = z.strictObject({ version: z.number().int().min(1) });
export type PublicationInput = z.input<typeof publicationInput>;
