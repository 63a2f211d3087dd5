import { readFileSync, writeFileSync } from "node:fs";
import { DOCUMENTS, type Mutation } from "../tools/mutations/mutation";
import { ROWS, withTests } from "../tools/mutations/rows";
import { type Tried, tryMutations } from "../tools/mutations/try-mutations";
import { projectPath } from "../tools/stack/paths";
import { choose, runTool } from "../tools/stack/run-command";

const USAGE = `Breaks each place that docs/guarantees.md, docs/security.md and
docs/connectors/README.md name, one at a time, in a copy of the project, and runs
the test that the row names. Exits with 1 when such a test passes, or a row cannot be applied.
All of them take some six minutes on two busy cores; no single run may take more than four.

  npm run mutations
  npm run mutations -- --only bucket-depth,no-hold

  --only IDS   some rows, by their ids or the names of their files
  --list       says the ids of all rows, what each breaks and which test has to fail
  --docs       writes into these documents which tests prove what
  --json       one JSON object as the last line
  --help       this text`;

const OPTIONS = {
  only: { type: "string" },
  list: { type: "boolean", default: false },
  docs: { type: "boolean", default: false },
} as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const rows = choose(values.only, ROWS, "--list tells them all", ({ id, file }, name) =>
    [id, file].includes(name),
  );
  if (values.list) listRows(rows);
  else if (values.docs) writeTables();
  else return tryRows(rows, values.json);
  return 0;
});

function listRows(rows: readonly Mutation[]): void {
  for (const { id, file, edits, tests } of rows) {
    const broken = edits.map(({ find, replace }) => `${find} → ${replace}`);
    console.log(`${id.padEnd(32)} ${file}: ${broken.join(" | ")}`);
    for (const { name } of tests) console.log(`${"".padEnd(32)}   ${name}`);
  }
}

function writeTables(): void {
  for (const document of DOCUMENTS) {
    const file = projectPath(document);
    writeFileSync(file, withTests(document, readFileSync(file, "utf8")));
    console.log(`Wrote the tests of ${document}.`);
  }
}

async function tryRows(rows: readonly Mutation[], isJson: boolean): Promise<number> {
  const startedAtMs = performance.now();
  const survivors: { id: string; tests: readonly string[] }[] = [];
  const notApplied: { id: string; reason: string }[] = [];
  const onTried = ({ row: { id }, verdict }: Tried): void => {
    if (verdict.type === "noticed") console.log(`✓ ${id}`);
    else if (verdict.type === "survived") {
      survivors.push({ id, tests: verdict.tests });
      console.log(`✗ ${id} SURVIVED: ${verdict.tests.join(", ")}`);
    } else {
      notApplied.push({ id, reason: verdict.reason });
      console.log(`✗ ${id} COULD NOT BE APPLIED: ${verdict.reason}`);
    }
  };
  await tryMutations(rows, onTried);
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  const [survived, unapplied] = [survivors.length, notApplied.length];
  const noticed = rows.length - survived - unapplied;
  console.log(
    `${rows.length} rows in ${seconds} s: ${noticed} noticed, ${survived} survived, ${unapplied} could not be applied`,
  );
  const report = { rows: rows.length, survived, survivors, notApplied, seconds };
  if (isJson) console.log(JSON.stringify(report));
  return noticed === rows.length ? 0 : 1;
}
