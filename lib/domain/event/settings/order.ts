import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { choice, custom, flag } from "./kinds";
import { setting } from "./setting";

/** Who is next, and who has a lane of their own. */
export const order = {
  /** `passthrough` lets everybody in, `reject` nobody. */
  method: setting(
    choice({
      fifo: "first come, first served",
      random: "random",
      passthrough: "let everyone through, counted",
      reject: "admit nobody",
    }),
    {
      label: "Queueing method",
      words: "first come fifo random passthrough reject",
      default: "fifo",
      wire: "always",
    },
  ),
  /** Admission by lottery instead of a line; null for a line. */
  admission: setting(custom("admission"), {
    label: "Admission",
    words: "lottery share percentage visitor prioritization",
    default: null,
    wire: "always",
    inTestCopy: null,
  }),
  /** Nobody skips the page: the event is never dormant. */
  queueAll: setting(flag, {
    label: "Queue all",
    words: "nobody skips force everyone always visible",
    default: false,
    wire: "always",
  }),
  lanes: setting(custom("lanes"), {
    label: "Lanes",
    words: "priority vip members weighted ordered segments fast track",
    default: SINGLE_LANE,
  }),
};
