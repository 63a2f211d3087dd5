import { z } from "zod";

export const publicationInput = z.strictObject({ version: z.number().int().min(1) });
export type PublicationInput = z.input<typeof publicationInput>;

export const browserRulesInput = z.strictObject({
  /** True: everybody may read the published rules. */
  isOpen: z.boolean(),
});
export type BrowserRulesInput = z.input<typeof browserRulesInput>;
