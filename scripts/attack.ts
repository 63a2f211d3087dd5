import { ATTACKS, type Outcome, runAttacks } from "../tools/attack/run-attacks";
import { choose, runTool } from "../tools/stack/run-command";

const USAGE = `Brings up a whole system of its own and attacks it as strangers and other customers
could. Before each it shows that what is abused works for honest people. Exits with 1 when an attack
succeeds or is not carried out.

  npm run attack
  npm run attack -- --only S1-addresses-inside,S14-scopes

  --only IDS   some attacks, by their ids or the beginnings of their ids
  --list       says all attacks
  --json       one JSON object as the last line: {attacks, succeeded, notCarriedOut}
  --help       this text`;

const OPTIONS = { only: { type: "string" }, list: { type: "boolean", default: false } } as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const attacks = choose(values.only, ATTACKS, "--list tells them all", ({ id }, start) =>
    id.startsWith(start),
  );
  if (values.list) {
    for (const { id, title } of attacks) console.log(`${id.padEnd(32)} ${title}`);
    return 0;
  }
  const outcomes = await runAttacks(attacks, (outcome) => console.log(inWords(outcome)));
  const succeeded = outcomes.filter((outcome) => "succeeded" in outcome && outcome.succeeded);
  const failed = outcomes.filter((outcome) => "failed" in outcome);
  console.log(
    `${outcomes.length} attacks: ${succeeded.length} succeeded, ${failed.length} not carried out.`,
  );
  if (values.json) {
    const [attacks, notCarriedOut] = [outcomes.length, failed.length];
    console.log(JSON.stringify({ attacks, succeeded: succeeded.length, notCarriedOut }));
  }
  return succeeded.length + failed.length === 0 ? 0 : 1;
});

function inWords(outcome: Outcome): string {
  const { id, title } = outcome;
  if ("failed" in outcome) return `? ${id}: ${title}. NOT CARRIED OUT: ${outcome.failed}`;
  return `${outcome.succeeded ? "✗" : "✓"} ${id}: ${title}. ${outcome.succeeded ? "SUCCEEDED: " : ""}${outcome.seen}`;
}
