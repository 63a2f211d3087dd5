import { defineScript } from "../define-script";
import { promising } from "../effects";

/**
 * Takes what the site reports of its stock. Members are visitors and how many units each has bought in all: the
 * same report again changes nothing. Then `kind` says what `units` are: all that are not sold (`units`), those
 * that are kept for nobody either (`left`), no counting any more (`none`), or nothing (an empty text). After
 * `units` a reservation that ends without a sale gives its units back; after `left` they count as sold
 * until the next report. `atMs` is 0 for what is said now; for a report that is written back the line time at which it
 * was taken: then it changes only what a loss has undone. Answers whose sales it has taken, none where nothing is counted.
 */
export const runStockReport = promising(
  defineScript({
    name: "stock-report",
    keys: ["line", "buyers", "buyerUnits", "minutes"],
    args: { kind: "string", units: "number", atMs: "number" },
    members: { queueId: "string", units: "number" },
    reply: {
      lineTimeMs: "integer",
      units: "decimal?",
      left: "decimal?",
      reserved: "integer",
      sold: "strings",
    },
    refusals: ["LOST"],
  }),
  ["stock"],
  ({ lineTimeMs: atMs }, { kind: report, units }, sales) => [
    { kind: "stock", runId: null, report, units, atMs, sales },
  ],
);
