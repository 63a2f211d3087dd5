import { randomInt } from "node:crypto";
import { runFuzz } from "../tools/fuzz/run-fuzz";
import { readNumber, runTool } from "../tools/stack/run-command";

const USAGE = `Throws changed tokens, cookies, addresses, requests, configs and signatures at the connector's core. Ends
with 1 when something throws, or is let in without a genuine token or session, or taken up without
a genuine signature.

  npm run fuzz -- --seconds 60

--seconds   how long; default 60
--seed      repeats a run
--json      one JSON object as the last line`;

const MAX_SEED = 2 ** 32;

const OPTIONS = { seconds: { type: "string", default: "60" }, seed: { type: "string" } } as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const seconds = readNumber("seconds", values.seconds, { from: 0, to: 86_400, isWhole: false });
  const given = values.seed ?? `${randomInt(MAX_SEED)}`;
  const seed = readNumber("seed", given, { from: 0, to: MAX_SEED });
  const { examples, ...result } = runFuzz({ seed, seconds });
  for (const example of examples) console.error(example);
  const { inputs, throws, admissions } = result;
  console.log(
    `${inputs.toLocaleString("en")} inputs with seed ${seed}: ${throws} threw, ${admissions} were let in.`,
  );
  if (values.json) console.log(JSON.stringify(result));
  return throws === 0 && admissions === 0 ? 0 : 1;
});
