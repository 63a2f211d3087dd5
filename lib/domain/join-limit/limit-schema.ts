import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import { BEYOND } from "./join-limit";
import type { LimitSetting } from "./limit-setting";

/** Above, the line does not count exactly. */
const MOST = 60_000;
const NETWORKS_MAX = 16;
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;

const counts = { perMinute: wholeNumber(1, MOST), perRun: wholeNumber(1, MOST) };
const headerName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(NAME, "Enter a header name: letters, digits and hyphens.");

const identitySchema = z.strictObject({
  /** Whether a cookie or a header holds who it is. */
  from: z.enum(["cookie", "header"]),
  name: z.string().trim().regex(NAME, "Enter a cookie or header name."),
  perRun: wholeNumber(1, MOST),
  beyond: z.enum(BEYOND),
});

/** The limits of an event's joins, as forms and the API send them. */
export const limitSettingSchema = z.strictObject({
  isOn: z.boolean(),
  /** One IPv4 address, or one IPv6 /64. */
  address: z.strictObject(counts),
  /** One IPv6 /48. */
  site: z.strictObject(counts),
  /** Address lists of the customer, each with a limit for all of its addresses together. */
  networks: z
    .array(
      z.strictObject({
        list: z.string().trim().min(1, "Choose an address list.").max(64),
        ...counts,
        /** The limits of single addresses do not hold within it: many people share one there. */
        replacesAddress: z.boolean().default(false),
      }),
    )
    .max(NETWORKS_MAX, `At most ${NETWORKS_MAX} networks.`)
    .readonly()
    .default([]),
  /** Each network as a header of a trusted proxy names it, such as its AS number. */
  asn: z
    .strictObject({ header: headerName, ...counts })
    .nullable()
    .default(null),
  /** Who a visitor is, as the site says. */
  identity: identitySchema.nullable().default(null),
  /** Joins of one address at all events of the customer within ten to twenty minutes; null: not looked at. */
  acrossEvents: wholeNumber(1, MOST).nullable().default(60),
}) satisfies z.ZodType<LimitSetting>;
