import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { BENCHMARKS } from "@/tools/bench/benchmarks";
import { checkOut } from "@/tools/bench/harness/other-build";
import { worseFigures } from "@/tools/bench/harness/ratios";
import { machineFacts } from "@/tools/shared/machine-facts";
import { barsOf, findBars } from "../tools/prove/bars";
import { tellFigures } from "../tools/shared/bars";
import { runTool, say } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const OPTIONS = { against: { type: "string" }, scraped: { type: "boolean" } } as const;

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
  --json         one JSON object as the last line
  --help         this text`;
}

runTool(usage, { options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  const [name = "", ...others] = positionals;
  const load = BENCHMARKS[name];
  if (load === undefined || others.length > 0)
    throw new ExpectedFailure(`Name one of: ${Object.keys(BENCHMARKS).join(", ")}.`);
  const { measure, compare } = await load();
  if (values.against === undefined) {
    const machine = machineFacts();
    const figures = { ...(await measure()), machine };
    return tellFigures(figures, barsOf(`bench ${name}`), values.json);
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
