import { z } from "zod";

/** In which ways visitors may be told of their turn. */
export const noticeSettingSchema = z.strictObject({ mail: z.boolean(), push: z.boolean() });
