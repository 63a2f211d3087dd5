import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { BENCHMARKS } from "@/tools/bench/benchmarks";
import {
  type BenchContext,
  type Benchmark,
  describeBar,
  type Figures,
  figureAt,
  isMet,
} from "@/tools/bench/harness/benchmark";
import { machineFacts } from "@/tools/bench/harness/machine";
import { checkOut } from "@/tools/bench/harness/other-build";
import { worseFigures } from "@/tools/bench/harness/ratios";
import { projectPath } from "../tools/stack/paths";
import { readOptions, runCommand } from "../tools/stack/run-command";

const OPTIONS = {
  json: { type: "boolean", default: false },
  visitors: { type: "string" },
  profile: { type: "boolean", default: false },
  against: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

async function usage(): Promise<string> {
  const lines = Object.entries(BENCHMARKS).map(async ([name, load]) => {
    return `  ${name.padEnd(14)} ${(await load()).about}`;
  });
  return `Measures ours and a yardstick in turn, in one run, and ends with 1 when a bar was missed. Ratios
of one run can be compared between machines; absolute figures cannot.

  npm run bench -- NAME [options]

${(await Promise.all(lines)).join("\n")}

  --visitors N   how many stand in line (standing)
  --against C    this build and that of commit C in turn instead: ratios of ours over theirs, and 1 at
                 the end when a figure is more than 10 % worse (page: when one differs)
  --profile      also writes CPU profiles of the server processes to .data/profiles/
  --json         one JSON object as the last line
  --help         this text`;
}

function sayFigures(figures: Figures): void {
  for (const [name, value] of Object.entries(figures)) {
    const members = typeof value === "number" ? [["", value] as const] : Object.entries(value);
    for (const [member, figure] of members) {
      const path = member === "" ? name : `${name}.${member}`;
      console.log(`${path.padEnd(34)} ${rounded(figure)}`);
    }
  }
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

function readVisitors(text: string | undefined): number | null {
  if (text === undefined) return null;
  const visitors = Number(text);
  if (Number.isInteger(visitors) && visitors >= 1_000) return visitors;
  throw new ExpectedFailure("--visitors takes a whole number from 1000 on.");
}

runCommand(async () => {
  const { values, positionals } = readOptions({ options: OPTIONS, allowPositionals: true });
  if (values.help) {
    console.log(await usage());
    return 0;
  }
  const load = BENCHMARKS[positionals[0] ?? ""];
  if (load === undefined || positionals.length > 1) {
    throw new ExpectedFailure(`Name one of: ${Object.keys(BENCHMARKS).join(", ")}.`);
  }
  const benchmark = await load();
  const context = {
    say: (line: string) => console.error(`• ${line}`),
    profileDirectory: values.profile ? projectPath(".data", "profiles") : null,
    visitors: readVisitors(values.visitors),
  };
  if (values.against !== undefined) {
    return compareWith(values.against, benchmark, context, values.json);
  }
  return measure(benchmark, context, values.json);
});

async function measure(
  { bars, measure: run }: Benchmark,
  context: BenchContext,
  isJson: boolean,
): Promise<number> {
  const machine = machineFacts();
  const figures = await run(context);
  for (const [name, value] of Object.entries(machine)) console.log(`${name.padEnd(34)} ${value}`);
  sayFigures(figures);
  for (const bar of bars) {
    const value = figureAt(figures, bar.figure);
    const measured = value === undefined ? "not measured" : rounded(value);
    console.log(`${isMet(figures, bar) ? "met   " : "MISSED"} ${describeBar(bar)}: ${measured}`);
  }
  const { profileDirectory } = context;
  if (profileDirectory !== null) console.log(`CPU profiles are in ${profileDirectory}.`);
  const missed = bars.filter((bar) => !isMet(figures, bar)).map(describeBar);
  if (isJson) console.log(JSON.stringify({ ...figures, missed, machine }));
  return missed.length === 0 ? 0 : 1;
}

async function compareWith(
  name: string,
  { compare }: Benchmark,
  context: BenchContext,
  isJson: boolean,
): Promise<number> {
  if (compare === undefined) {
    throw new ExpectedFailure("--against goes with waiting-room, connector and page.");
  }
  context.say(`Checking out ${name}`);
  const other = await checkOut(name, context.say);
  const comparison = await compare(other, context);
  for (const [figure, ratio] of Object.entries(comparison.ratios)) {
    console.log(`${figure.padEnd(34)} ${ratio.toFixed(3)}`);
  }
  const worse = worseFigures(comparison);
  for (const figure of worse) console.log(`WORSE ${figure}`);
  if (isJson) {
    console.log(JSON.stringify({ against: other.commit, ratios: comparison.ratios, worse }));
  }
  return worse.length === 0 ? 0 : 1;
}
