import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { barsOf } from "../tools/prove/bars";
import { tellFigures } from "../tools/shared/bars";
import { runTool, say } from "../tools/stack/run-command";
import { runUpgrade } from "../tools/upgrade/run-upgrade";

const USAGE = `Upgrades from the version before with people in line, goes back and upgrades again, process
by process on the same stores, and tells what visitors lost. Exits with 1 when they lost anything.

  npm run test:upgrade -- [options]

  --visitors N   how many wait (400)
  --json         one JSON object as the last line
  --help         this text`;

const OPTIONS = {
  visitors: { type: "string", default: "400" },
} as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const visitors = Number(values.visitors);
  if (!Number.isInteger(visitors) || visitors < 1)
    throw new ExpectedFailure("--visitors wants a whole number.");
  const figures = await runUpgrade(visitors, say);
  return tellFigures(figures, barsOf("test:upgrade"), values.json);
});
