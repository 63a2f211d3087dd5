import { type Field, integer } from "./schema-field";

/** The fields of the hash `reports`: what connectors reported of an event. */
export const REPORT_FIELDS = {
  used: integer("redeem", "first uses", "tokens"),
  refused: integer("redeem", "uses after the first one", "tokens"),
  failOpen: integer("redeem", "let through because a connector never saw a config", "visitors"),
  reportedAtMs: integer("redeem", "the last report", "ms of line time"),
  turn: integer("redeem", "which of `used-even` (0) and `used-odd` (1) is written"),
  turnedAtMs: integer("redeem", "since when it is that one", "ms of line time"),
} satisfies Readonly<Record<string, Field>>;
