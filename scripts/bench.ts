import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { BENCHMARKS } from "@/tools/bench/benchmarks";
import { writeConstants } from "@/tools/bench/capacity/write-constants";
import type { Asked } from "@/tools/bench/harness/benchmark";
import { checkOut } from "@/tools/bench/harness/other-build";
import { worseFigures } from "@/tools/bench/harness/ratios";
import { machineFacts } from "@/tools/shared/machine-facts";
import { barsOf, findBars } from "../tools/prove/bars";
import { tellFigures } from "../tools/shared/bars";
import { runTool, say } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const OPTIONS = {
  against: { type: "string" },
  scraped: { type: "boolean" },
  visitors: { type: "string" },
  events: { type: "string" },
  "write-capacity": { type: "boolean" },
} as const;

/** With fewer nothing is measured. */
const LEAST_SIZE = 100;

async function usage(): Promise<string> {
  const lines = Object.entries(BENCHMARKS).map(async ([name, load]) => {
    return `  ${name.padEnd(14)} ${(await load()).about}`;
  });
  return `Measures ours and a yardstick in turn, in one run, and ends with 1 when a bar was missed. Ratios
of one run can be compared between machines; absolute figures cannot.

  npm run bench -- NAME [options]

${(await Promise.all(lines)).join("\n")}

  --against C    this build and that of commit C in turn instead: ratios of ours over theirs, and 1 at
                 the end when a figure is more than 10 % worse (page: when one differs), or misses
                 the bars that are set for C
  --scraped      with waiting-room --against: this build has metrics on, scraped each second
  --visitors N   with standing: so many in line instead of a million; a million at most join for real,
                 the others are simulated
  --events N     with cluster: so many open events instead of 10,000
  --write-capacity   without a name: measures waiting-room, standing and page, and writes what the capacity
                 plan multiplies by (lib/domain/capacity/measured.json)
  --json         one JSON object as the last line
  --help         this text`;
}

runTool(usage, { options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  if (values["write-capacity"] === true) {
    if (positionals.length > 0) throw new ExpectedFailure("--write-capacity goes without a name.");
    return writeConstants((measured, figures) =>
      tellFigures(figures, barsOf(`bench ${measured}`), values.json),
    );
  }
  const [name = "", ...others] = positionals;
  const load = BENCHMARKS[name];
  if (load === undefined || others.length > 0)
    throw new ExpectedFailure(`Name one of: ${Object.keys(BENCHMARKS).join(", ")}.`);
  const { measure, compare } = await load();
  if (values.against === undefined) {
    const machine = machineFacts();
    const asked = { ...sizeOf("visitors", values.visitors), ...sizeOf("events", values.events) };
    const figures = { ...(await measure(asked)), machine };
    return tellFigures(figures, barsOfSize(`bench ${name}`, asked), values.json);
  }
  if (compare === undefined)
    throw new ExpectedFailure("--against goes with waiting-room, connector and page.");
  say(`Checking out ${values.against}`);
  const other = await checkOut(values.against, await temporaryDirectory("stanchion-against-"));
  const comparison = await compare(other, { isScraped: values.scraped === true });
  const { ratios } = comparison;
  for (const [figure, ratio] of Object.entries(ratios))
    console.log(`${figure.padEnd(34)} ${ratio.toFixed(3)}`);
  const bars = findBars(`bench ${name} --against ${values.against}`);
  if (bars !== null) return tellFigures({ against: other.commit, ratios }, bars, values.json);
  const worse = worseFigures(comparison);
  for (const figure of worse) console.log(`WORSE ${figure}`);
  if (values.json) console.log(JSON.stringify({ against: other.commit, ratios, worse }));
  return worse.length === 0 ? 0 : 1;
});

function sizeOf(name: keyof Asked, value: string | undefined): Asked {
  if (value === undefined) return {};
  const size = Number(value);
  if (!Number.isInteger(size) || size < LEAST_SIZE)
    throw new ExpectedFailure(`--${name} takes a whole number of ${LEAST_SIZE} or more.`);
  return { [name]: size };
}

/** Those of this size where it has its own. */
function barsOfSize(command: string, asked: Asked) {
  const [size] = Object.entries(asked).map(([name, value]) => `${command} --${name} ${value}`);
  return (size === undefined ? null : findBars(size)) ?? barsOf(command);
}
