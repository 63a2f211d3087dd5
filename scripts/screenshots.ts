import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { takeWaitingPage } from "../tools/screenshots/waiting-page";
import { readOptions, runCommand } from "../tools/stack/run-command";

const USAGE = `Takes pictures of every state of a page in both colour schemes, 390 and 1,440 px wide, into
.data/screenshots, and the best of them into docs/images. Ends with 1 when axe finds something or a
text cannot be read whole, also at 320 px and at a zoom of 200 %.

  npm run screenshots -- waiting-page [options]

  --state A,B      only these states
  --language A,B   only these languages (en,de,ar,ja and the one with the longest texts)
  --json           one JSON object as the last line
  --help           this text`;

const OPTIONS = {
  state: { type: "string" },
  language: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

function namesIn(list: string | undefined): readonly string[] | null {
  return list === undefined ? null : list.split(",").map((name) => name.trim());
}

runCommand(async () => {
  const { values, positionals } = readOptions({ options: OPTIONS, allowPositionals: true });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.length !== 1 || positionals[0] !== "waiting-page")
    throw new ExpectedFailure("Name what to take pictures of: waiting-page.");
  const { pictures, axe, overflow } = await takeWaitingPage({
    states: namesIn(values.state),
    languages: namesIn(values.language),
    say: (line) => console.error(`• ${line}`),
  });
  for (const line of [...axe, ...overflow]) console.log(line);
  const figures = {
    pictures: pictures.length,
    axeViolations: axe.length,
    overflow: overflow.length,
  };
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(16)} ${value}`);
  if (values.json) console.log(JSON.stringify(figures));
  return axe.length + overflow.length === 0 ? 0 : 1;
});
