import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";

const sourceLimitSchema = z.strictObject({
  perWindow: wholeNumber(1, 1_000_000),
  perRun: wholeNumber(1, 10_000_000),
});

/** How many joins of one source count as usual: beyond, the next ones get a challenge. */
export type SourceLimit = Readonly<z.infer<typeof sourceLimitSchema>>;

/** The limits of an event's joins, as forms and the API send them. */
export const limitSettingSchema = z.strictObject({
  isOn: z.boolean(),
  windowSeconds: wholeNumber(10, 3_600),
  /** One IPv4 address, or one IPv6 /64. */
  address: sourceLimitSchema,
  /** One IPv6 /48. */
  site: sourceLimitSchema,
});

export type LimitSetting = Readonly<z.infer<typeof limitSettingSchema>>;

export const NO_LIMITS: LimitSetting = {
  isOn: false,
  windowSeconds: 60,
  address: { perWindow: 10, perRun: 100 },
  site: { perWindow: 100, perRun: 1_000 },
};
