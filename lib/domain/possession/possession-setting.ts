import { z } from "zod";

/** Whether a place stays with the browser that joined, as forms and the API send it. */
export const possessionSettingSchema = z.strictObject({
  /** A key of the browser signs what is asked at the front. */
  isAsked: z.boolean(),
});

export type PossessionSetting = Readonly<z.infer<typeof possessionSettingSchema>>;

export const NO_POSSESSION: PossessionSetting = { isAsked: false };

/** How a visitor who was let in shows that to the site. */
const PASS_KINDS = ["knownuser", "both", "signed"] as const;

/** What passes are and to what they are bound, as forms and the API send it. */
export const passSettingSchema = z.strictObject({
  /**
   * `knownuser`: a queue token, which every connector reads and whoever knows the secret can make. `both`: a
   * signed pass as well, and connectors that can check it go by it alone. `signed`: the pass alone.
   */
  kind: z.enum(PASS_KINDS).default("knownuser"),
  bindsToUserAgent: z.boolean(),
});

export type PassSetting = Readonly<z.infer<typeof passSettingSchema>>;

export const PLAIN_PASS: PassSetting = { kind: "knownuser", bindsToUserAgent: false };
