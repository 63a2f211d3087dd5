import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { readOptions, runCommand } from "../tools/stack/run-command";
import { runUpgrade } from "../tools/upgrade/run-upgrade";

const USAGE = `Upgrades from the version before with people in line, goes back and upgrades again, process
by process on the same stores, and tells what visitors lost. Exits with 1 when they lost anything.

  npm run test:upgrade -- [options]

  --visitors N   how many wait (400)
  --json         one JSON object as the last line
  --help         this text`;

const OPTIONS = {
  visitors: { type: "string", default: "400" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

runCommand(async () => {
  const { values } = readOptions({ options: OPTIONS });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const visitors = Number(values.visitors);
  if (!Number.isInteger(visitors) || visitors < 1)
    throw new ExpectedFailure("--visitors wants a whole number.");
  const { figures, bars } = await runUpgrade(visitors, (line) => console.error(`• ${line}`));
  for (const [key, value] of Object.entries(figures)) console.log(`${key.padEnd(24)} ${value}`);
  const missed = bars.filter(({ isMet }) => !isMet);
  for (const { text } of missed) console.log(`MISSED: ${text}`);
  if (values.json) console.log(JSON.stringify(figures));
  return missed.length === 0 ? 0 : 1;
});
