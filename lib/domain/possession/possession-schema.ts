import { z } from "zod";
import { PASS_KINDS, type PassSetting, type PossessionSetting } from "./possession-setting";

/** Whether a place stays with the browser that joined, as forms and the API send it. */
export const possessionSettingSchema = z.strictObject({
  isAsked: z.boolean(),
}) satisfies z.ZodType<PossessionSetting>;

/** What passes are and to what they are bound, as forms and the API send it. */
export const passSettingSchema = z.strictObject({
  kind: z.enum(PASS_KINDS).default("knownuser"),
  bindsToUserAgent: z.boolean(),
}) satisfies z.ZodType<PassSetting>;
