import { CALM } from "@/lib/domain/protection/protection";
import { custom } from "./kinds";
import { setting } from "./setting";

/** How bots and hoarders are held back. */
export const limits = {
  /** Null: nothing is held back. */
  protection: setting(custom("protection"), {
    label: "Bot protection",
    words:
      "level attack captcha challenge proof of work rate limit access rules score possession one place each address list",
    default: CALM,
    wire: "added",
    inTestCopy: null,
  }),
};
