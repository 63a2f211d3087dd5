import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { count, custom, limit } from "./kinds";
import { setting } from "./setting";

/** How many go in, and how many may wait. */
export const admission = {
  outflowPerMinute: setting(count(1, 1_000_000, "per minute"), {
    label: "Outflow",
    words: "speed rate limit per minute throughput new users max redirected inflow",
    default: EVENT_DEFAULTS.outflowPerMinute,
    wire: "always",
  }),
  /** How many may wait. */
  lineLimit: setting(limit(1, 100_000_000), {
    label: "Line limit",
    words: "full maximum waiting queue size total",
    default: null,
    wire: "always",
    inTestCopy: null,
  }),
  /** How many may be on the site at once. */
  activeCap: setting(limit(1, 10_000_000), {
    label: "Active cap",
    words: "on the site concurrent total active users max sessions capacity",
    default: null,
    wire: "always",
    inTestCopy: null,
  }),
  /** Where stock is counted, each admission reserves so many units: the most that one order may have. */
  unitsPerAdmission: setting(count(1, 1_000), {
    label: "Units per admission",
    words: "stock tickets inventory",
    default: EVENT_DEFAULTS.unitsPerAdmission,
    wire: "always",
  }),
  /** A place ends after so many minutes without a check-in. */
  absenceMinutes: setting(limit(1, 1_440, "minutes", "never"), {
    label: "Drop absent visitors after",
    words: "absence abandoned leave gone idle timeout expiry interval",
    default: null,
    wire: "always",
  }),
  /** While nobody waits, so many a minute go straight in. */
  safetyNetPerMinute: setting(limit(1, 1_000_000, "per minute", "same as outflow"), {
    label: "Arrivals",
    within: "Safety net",
    words: "safety net threshold",
    default: null,
    onlyFor: "always-on",
    wire: "always",
    inTestCopy: null,
  }),
  /** With so many on the site nobody goes straight in. */
  safetyNetActive: setting(limit(1, 10_000_000), {
    label: "Active visitors",
    within: "Safety net",
    words: "safety net threshold",
    default: null,
    onlyFor: "always-on",
    wire: "always",
    inTestCopy: null,
  }),
  /** How the site is probed, which lowers the outflow while it is slow. */
  governor: setting(custom("governor"), {
    label: "Health URL",
    words: "governor probe slow automatic outflow",
    default: null,
    inTestCopy: null,
  }),
  /** Whether whoever's turn comes has to say that they are there; null: nobody has to. */
  turn: setting(custom("turn"), {
    label: "Presence",
    words: "turn confirm here countdown hidden no-show redirect button",
    default: null,
    wire: "added",
    inTestCopy: null,
  }),
};
