import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { barsOf } from "../tools/prove/bars";
import { takeConsole } from "../tools/screenshots/console/take-console";
import type { Findings } from "../tools/screenshots/take-pictures";
import { takeWaitingPage } from "../tools/screenshots/waiting-page";
import { tellFigures } from "../tools/shared/bars";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Takes pictures of every state of the waiting page or of the console in both colour schemes, 390 and
1,440 px wide, into .data/screenshots, and the best of them into docs/images; also in forced colours and at twice
the text size, and the live page in every state of an event. Ends with 1 when axe finds something, a text cannot be read whole, also at
320 px and at a zoom of 200 %, or a page complains in the browser's console.

  npm run screenshots -- waiting-page|console [options]

  --state A,B      only these states (of the console: full, empty, loading, error)
  --language A,B   of the waiting page: only these (en,de,ar,ja and the one with the longest texts)
  --page A,B       of the console: only pages whose paths begin so, as /events
  --json           one JSON object as the last line
  --help           this text`;

const OPTIONS = {
  state: { type: "string" },
  language: { type: "string" },
  page: { type: "string" },
} as const;

runTool(USAGE, { options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  const { state, language } = values;
  const [name = "", ...others] = positionals;
  const takers: Readonly<Record<string, () => Promise<Findings>>> = {
    "waiting-page": () => takeWaitingPage(state, language),
    console: () => takeConsole(state, values.page),
  };
  const take = others.length === 0 ? takers[name] : undefined;
  if (take === undefined)
    throw new ExpectedFailure(`Take pictures of one of: ${Object.keys(takers).join(", ")}.`);
  const { pictures, axe, overflow, complaints } = await take();
  for (const line of [...axe, ...overflow, ...complaints]) console.log(line);
  const figures = {
    ...{ pictures: pictures.length, axeViolations: axe.length },
    ...{ overflow: overflow.length, consoleErrors: complaints.length },
  };
  return tellFigures(figures, barsOf(`screenshots ${name}`), values.json);
});
