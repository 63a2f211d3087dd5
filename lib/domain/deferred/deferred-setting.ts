import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";

/** What the draw does with places whose score reaches `fromScore`, as forms and the API send it. */
export const deferredSettingSchema = z.strictObject({
  action: z.enum(["none", "last", "drop"]),
  fromScore: wholeNumber(1, 100),
});

export type DeferredSetting = Readonly<z.infer<typeof deferredSettingSchema>>;

export const NO_DEFERRED: DeferredSetting = { action: "none", fromScore: 50 };

/** The chances in the draw, as forms and the API send them. */
export const lotterySettingSchema = z.strictObject({
  /** Each lane's weight is its visitors' chance; else all have the same. */
  isWeighted: z.boolean(),
});

export type LotterySetting = Readonly<z.infer<typeof lotterySettingSchema>>;

export const EVEN_LOTTERY: LotterySetting = { isWeighted: false };
