import { defineScript } from "../define-script";
import { promisesNothing, promising } from "../effects";
import { GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";

/**
 * Notes that the holders of these numbers are there. Takes no slot. Near the front it confirms them, and where slots are
 * rare those who will say it again (`saysAgain` is 1) until they do not;
 * a number in a hole shows that it was handed out before a loss, so the hole ends above it. Numbers
 * that were never handed out are left alone, so that nobody can fill the bitmap.
 */
export const runNear = promising(
  defineScript({
    name: "near",
    keys: ["line", "epochs", "confirmed", "presenceDue", "unnamedSeats"],
    args: GUARD_ARGUMENTS,
    members: { number: "number", saysAgain: "number" },
    reply: {},
    refusals: GUARD_REFUSALS,
  }),
  [],
  promisesNothing,
);
