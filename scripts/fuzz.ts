import { randomInt } from "node:crypto";
import { withApi } from "../tools/api/with-api";
import { runApiFuzz } from "../tools/fuzz/api/run-api-fuzz";
import { runFuzz } from "../tools/fuzz/run-fuzz";
import { choose, readNumber, runTool, say } from "../tools/stack/run-command";

const USAGE = `Throws changed tokens, cookies, addresses, requests, configs and signatures at the connector's core. Ends
with 1 when something throws, or is let in without a genuine token or session, or taken up without
a genuine signature.

  npm run fuzz -- --seconds 60
  npm run fuzz -- --only api

--only      "api": brings up an installation of its own and sends its API what the OpenAPI document leads
            to, valid and wrong; ends with 1 on an answer of 500, one that the document does not name,
            and one about another customer
--requests  how many, with --only api; default 100000
--seconds   how long; default 60 without --only
--seed      repeats a run
--json      one JSON object as the last line`;

const MAX_SEED = 2 ** 31 - 1;

const OPTIONS = {
  only: { type: "string" },
  requests: { type: "string", default: "100000" },
  seconds: { type: "string" },
  seed: { type: "string" },
} as const;

type Options = { readonly seed: number; readonly isJson: boolean; readonly seconds: number | null };

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const range = { from: 0, to: 86_400, isWhole: false };
  const seconds =
    values.seconds === undefined ? null : readNumber("seconds", values.seconds, range);
  const given = values.seed ?? `${randomInt(MAX_SEED)}`;
  const seed = readNumber("seed", given, { from: 0, to: MAX_SEED });
  const options = { seed, seconds, isJson: values.json === true };
  choose(values.only, ["api"], "name api");
  if (values.only === undefined) return fuzzCore(options);
  return fuzzApi(readNumber("requests", values.requests, { from: 1, to: 100_000_000 }), options);
});

function fuzzCore({ seed, seconds, isJson }: Options): number {
  const { examples, ...result } = runFuzz({ seed, seconds: seconds ?? 60 });
  for (const example of examples) console.error(example);
  const { inputs, throws, admissions } = result;
  console.log(
    `${inputs.toLocaleString("en")} inputs with seed ${seed}: ${throws} threw, ${admissions} were let in.`,
  );
  if (isJson) console.log(JSON.stringify(result));
  return throws === 0 && admissions === 0 ? 0 : 1;
}

async function fuzzApi(requests: number, { seed, seconds, isJson }: Options): Promise<number> {
  const limits = { seed, requests, ...(seconds === null ? {} : { seconds }) };
  const { examples, ...result } = await withApi(({ api }) => runApiFuzz(api, limits, say));
  for (const example of examples) console.error(example);
  const { serverErrors, undocumented, leaks, broken, accepted } = result;
  console.log(
    `${result.requests} requests with seed ${seed}, of which ${accepted} were carried out.`,
  );
  if (isJson) console.log(JSON.stringify(result));
  return serverErrors + undocumented + leaks + broken === 0 ? 0 : 1;
}
