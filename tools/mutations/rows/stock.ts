import type { Guarantee } from "../mutation";

const STOCK_TESTS = "waiting-room/line/stock.redis.test.ts";
const SITE_REPORTS = "test/waiting-room/site-reports.redis.test.ts";
const reserves = (name: string) => `each admission reserves what one order may have › ${name}`;

export const STOCK: Guarantee = {
  document: "docs/guarantees.md",
  title: "Stock",
  rows: [
    {
      id: "called-beyond-stock",
      file: "lib/line/lua/window.lua",
      holds: "no more are called than there are units for",
      broken: "as many as there are slots for",
      edits: [{ find: "admissionsLeft(line, stock))", replace: "math.huge)" }],
      tests: [
        {
          file: "waiting-room/line/called-for-units.redis.test.ts",
          name: "no more are called than there are units for, and who is called first gets the first",
        },
      ],
    },
    {
      id: "nothing-reserved",
      file: "lib/line/scripts/enter.lua",
      holds: "each admission reserves what one order may have",
      broken: "it reserves nothing",
      edits: [{ find: "reserveUnits(line, stock, queueId, line.now + seats.seatMs)", replace: "" }],
      tests: [
        { file: STOCK_TESTS, name: reserves("until the seat ends, and then it goes to the next") },
      ],
    },
    {
      id: "one-unit-reserved",
      file: "lib/line/lua/stock.lua",
      holds: "… all of it",
      broken: "one unit each",
      edits: [
        {
          find: 'return math.max(1, number(line, "unitsPerAdmission")) end',
          replace: "return 1 end",
        },
      ],
      tests: [
        {
          file: STOCK_TESTS,
          name: reserves("until the site reports what was sold: the rest goes to the next"),
        },
      ],
    },
    {
      id: "reserved-for-ever",
      file: "lib/line/lua/stock.lua",
      holds: "a reservation ends with the seat",
      broken: "it never does",
      edits: [
        { find: "if #due == 0 then return stock end", replace: "if true then return stock end" },
      ],
      tests: [
        { file: STOCK_TESTS, name: reserves("until the seat ends, and then it goes to the next") },
      ],
    },
    {
      id: "freed-before-the-report",
      file: "lib/line/lua/leaves.lua",
      holds: "who leaves keeps the units until their sale would have been reported",
      broken: "they are free at once",
      edits: [{ find: "line.now + STOCK.saleReportMs", replace: "line.now" }],
      tests: [
        {
          file: STOCK_TESTS,
          name: reserves(
            "until a minute after the visitor has left, when a sale would have been reported",
          ),
        },
      ],
    },
    {
      id: "last-units-shared",
      file: "lib/line/lua/stock.lua",
      holds: "fewer units than one order may have go to one visitor alone",
      broken: "also beside others who may buy them",
      edits: [{ find: "free > 0 and stock.reserved == 0", replace: "free > 0" }],
      tests: [
        {
          file: STOCK_TESTS,
          name: reserves("until the site reports what was sold: the rest goes to the next"),
        },
      ],
    },
    {
      id: "last-units-unsold",
      file: "lib/line/lua/stock.lua",
      holds: "… and are not left over",
      broken: "nobody gets them",
      edits: [{ find: "if whole == 0 and free > 0", replace: "if false and free > 0" }],
      tests: [
        {
          file: STOCK_TESTS,
          name: "fewer units than one order may have go to one visitor alone, when nobody else buys",
        },
      ],
    },
    {
      id: "sold-again-and-again",
      file: "lib/line/lua/stock.lua",
      holds: "the report of a sale counts once",
      broken: "each time",
      edits: [{ find: "return units - sold", replace: "return units" }],
      tests: [
        {
          file: STOCK_TESTS,
          name: "the report of a sale may be repeated and corrected, also late",
        },
      ],
    },
    {
      id: "told-too-early",
      file: "lib/line/scripts/tick.lua",
      holds: "those who wait are told once everything is sold",
      broken: "when everything is reserved",
      edits: [
        {
          find: 'number(line, "stock") <= 0 and 1 or 0',
          replace: "freeUnits(line, stock) <= 0 and 1 or 0",
        },
      ],
      tests: [
        {
          file: STOCK_TESTS,
          name: "those who wait are told that everything is sold › once it is, and not while a reservation may free a unit",
        },
      ],
    },
    {
      id: "called-sold-out",
      file: "lib/line/scripts/enter.lua",
      holds: "… and whose turn has come waits for what a reservation may free",
      broken: "they are told that everything is sold",
      edits: [
        {
          find: 'if stock.isCounted and number(line, "stock") <= 0 and not renewedBy',
          replace: "if stock.isCounted and admissionsLeft(line, stock) < 1 and not renewedBy",
        },
      ],
      tests: [
        {
          file: SITE_REPORTS,
          name: "what was sold is told by visitor, and the rest of their units goes to the next",
        },
      ],
    },
    {
      id: "old-report-frees",
      file: "lib/line/lua/stock.lua",
      holds: "where a site does not say what was sold, what was reserved counts as sold",
      broken: "it is for sale again",
      edits: [{ find: 'if text(line, "salesReported") ~= "1" then', replace: "if false then" }],
      tests: [
        {
          file: STOCK_TESTS,
          name: "a site that only says what is left: what a visit had reserved counts as sold",
        },
      ],
    },
    {
      id: "reservation-lost",
      file: "lib/line/scripts/report.lua",
      holds: "an admission that a loss undid has its reservation again",
      broken: "only its bit",
      edits: [
        {
          find: "reserveAgain(line, stock, queueId, at + args.seatMs)",
          replace: "",
        },
      ],
      tests: [
        {
          file: STOCK_TESTS,
          name: "after a loss › of the last seconds, … ms long, nothing is given away twice",
        },
      ],
    },
    {
      id: "sale-lost",
      file: "lib/line/commands/write-back.ts",
      holds: "… and a sale that was confirmed to the site is known again",
      broken: "it is forgotten",
      edits: [{ find: "return inTurn(reports,", replace: "return inTurn(reports.slice(0, 0)," }],
      tests: [
        {
          file: STOCK_TESTS,
          name: "after a loss › of the last seconds, … ms long, nothing is given away twice",
        },
      ],
    },
  ],
};
