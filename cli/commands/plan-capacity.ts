import { Command, InvalidArgumentError, Option } from "commander";
import { type Arrival, MEASURED, planCapacity } from "@/lib/domain/capacity/plan-capacity";
import { planInWords } from "@/lib/domain/capacity/plan-in-words";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";

type Options = {
  readonly visitors: number;
  readonly within: number;
  readonly outflow: number;
  readonly arrival: Arrival;
  readonly cdn?: boolean;
};

/** `stanchion plan-capacity` */
export function planCapacityCommand(terminal: Terminal): Command {
  const command = new Command("plan-capacity")
    .description("Says what a sale needs: processes, Redis, Postgres and bandwidth.")
    .requiredOption("--visitors <n>", "how many come", atLeastOne)
    .requiredOption("--within <minutes>", "within how many minutes they come", atLeastOne)
    .requiredOption("--outflow <n>", "how many the site takes a minute", atLeastOne)
    .addOption(
      new Option("--arrival <shape>", "rush: half of them in the first tenth of the time")
        .choices(["even", "rush"])
        .default("rush"),
    )
    .option("--cdn", "a CDN answers line.json")
    .addHelpText(
      "after",
      `
By what one process carried on one core when it was last measured (${MEASURED.measuredAt}). Arithmetic: docs/scaling.md.`,
    );
  return reporting(command, terminal, async (options: Options) => plan(options));
}

function plan({ visitors, within, outflow, arrival, cdn = false }: Options) {
  const sale = { visitors, arriveWithinMinutes: within, outflowPerMinute: outflow, arrival };
  const figures = planCapacity({ ...sale, usesCdn: cdn });
  const rows = planInWords(figures);
  const width = Math.max(...rows.map(({ label }) => label.length));
  const lines = rows.map(({ label, text }) => `${label.padEnd(width)}  ${text}`);
  return { lines, figures } satisfies Report;
}

function atLeastOne(text: string): number {
  const number = Number(text);
  if (!(Number.isFinite(number) && number >= 1)) throw new InvalidArgumentError("Use 1 or more.");
  return number;
}
