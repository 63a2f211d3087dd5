import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import type { DeferredSetting, LotterySetting } from "./deferred-setting";

/** What the draw does with places that are suspicious, as forms and the API send it. */
export const deferredSettingSchema = z.strictObject({
  action: z.enum(["none", "last", "drop"]),
  fromScore: wholeNumber(1, 100),
}) satisfies z.ZodType<DeferredSetting>;

/** The chances in the draw, as forms and the API send them. */
export const lotterySettingSchema = z.strictObject({
  isWeighted: z.boolean(),
}) satisfies z.ZodType<LotterySetting>;
