import { z } from "zod";

export const setPushUrlInput = z.strictObject({
  /** Where the config is sent; "" for nowhere. */
  url: z.string().trim().max(2_000, "At most 2,000 characters."),
});
export type SetPushUrlInput = z.input<typeof setPushUrlInput>;
