import { withOwnRedis } from "../tools/bench/harness/servers";
import { runTool } from "../tools/stack/run-command";
import { traceJoin } from "../tools/trace-join/trace-join";
import { countVisitCosts, writeBudgets } from "../tools/trace-join/visit-costs";

const USAGE = `Lists the files and functions of ours that one join runs at a plain event: the built waiting room and a Redis are started,
and V8 counts the calls. What also runs while the process is idle is left out.

  npm run trace-join
  npm run trace-join -- --budgets

--budgets    counts what each visit costs instead (commands of Redis, hashes, calls, ...), and writes it into
             the file that npm test compares with
--json       {"files", "functions"} as the last line: how many of each; with --budgets the costs
--help       this text`;

const OPTIONS = { budgets: { type: "boolean", default: false } } as const;

runTool(USAGE, { options: OPTIONS }, async ({ values: { budgets, json } }) =>
  budgets ? countCosts(json) : trace(json),
);

async function trace(isJson: boolean): Promise<number> {
  const { files, functions } = await withOwnRedis((own) => traceJoin({ ...own, protection: null }));
  if (isJson) {
    console.log(JSON.stringify({ files: files.length, functions: functions.length }));
    return 0;
  }
  for (const file of files) {
    const own = functions.filter((called) => called.file === file);
    console.log(`${file}: ${own.map(({ name }) => name || "(anonymous)").join(", ")}`);
  }
  console.log(`${files.length} files, ${functions.length} functions`);
  return 0;
}

async function countCosts(isJson: boolean): Promise<number> {
  const costs = await withOwnRedis(countVisitCosts);
  writeBudgets(costs);
  if (isJson) console.log(JSON.stringify(costs));
  else console.table(costs);
  return 0;
}
