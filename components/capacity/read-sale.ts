import type { Sale } from "@/lib/domain/capacity/plan-capacity";

/** What the address of the page says, as it was typed. */
export type AskedSale = {
  readonly visitors: string;
  readonly within: string;
  readonly outflow: string;
  readonly arrival: Sale["arrival"];
  readonly cdn: boolean;
};

export type SaleProblems = Partial<Record<"visitors" | "within" | "outflow", string>>;

/** Of a number that is asked for. More would be a slip of the finger. */
const MOST = { visitors: 1_000_000_000, within: 10_080, outflow: 10_000_000 } as const;

/** What stands in the form until somebody has said something. */
const EXAMPLE: AskedSale = {
  ...{ visitors: "100,000", within: "10", outflow: "1,000" },
  ...{ arrival: "rush", cdn: false },
};

/**
 * Reads a sale from the address of the page, else the example. Null instead of the sale where something is no number that
 * one can calculate with; the problems say at which field.
 */
export function readSale(params: URLSearchParams) {
  const isExample = !["visitors", "within", "outflow"].some((name) => params.has(name));
  const asked: AskedSale = isExample
    ? EXAMPLE
    : {
        visitors: params.get("visitors") ?? "",
        within: params.get("within") ?? "",
        outflow: params.get("outflow") ?? "",
        arrival: params.get("arrival") === "even" ? "even" : "rush",
        cdn: params.get("cdn") === "yes",
      };
  const problems: SaleProblems = {};
  const numberOf = (name: keyof typeof MOST): number => {
    // As people write them: `100,000` or `100 000`.
    const typed = asked[name].replaceAll(/[,\s]/g, "");
    const number = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
    if (!(number >= 1 && number <= MOST[name]))
      problems[name] = `Enter a whole number from 1 to ${MOST[name].toLocaleString("en")}.`;
    return number;
  };
  const sale: Sale = {
    ...{ visitors: numberOf("visitors"), arriveWithinMinutes: numberOf("within") },
    ...{ outflowPerMinute: numberOf("outflow"), arrival: asked.arrival, usesCdn: asked.cdn },
  };
  return { asked, isExample, problems, sale: Object.keys(problems).length > 0 ? null : sale };
}
