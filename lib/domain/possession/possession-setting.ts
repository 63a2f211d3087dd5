import { z } from "zod";

/** Whether a place stays with the browser that joined, as forms and the API send it. */
export const possessionSettingSchema = z.strictObject({
  /** A key of the browser signs what is asked at the front. */
  isAsked: z.boolean(),
});

export type PossessionSetting = Readonly<z.infer<typeof possessionSettingSchema>>;

export const NO_POSSESSION: PossessionSetting = { isAsked: false };

/** To what a pass is bound, as forms and the API send it. */
export const passSettingSchema = z.strictObject({ bindsToUserAgent: z.boolean() });

export type PassSetting = Readonly<z.infer<typeof passSettingSchema>>;

export const PLAIN_PASS: PassSetting = { bindsToUserAgent: false };
