import { barsOf } from "../tools/prove/bars";
import { tellFigures } from "../tools/shared/bars";
import { readNumber, runTool } from "../tools/stack/run-command";
import { runUpgrade } from "../tools/upgrade/run-upgrade";

const USAGE = `Upgrades from the version before with people in line, goes back and upgrades again, process
by process on the same stores, and tells what visitors lost. Exits with 1 when they lost anything.

  npm run test:upgrade -- [options]

  --visitors N   how many wait (400)
  --json         one JSON object as the last line
  --help         this text`;

const OPTIONS = { visitors: { type: "string", default: "400" } } as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const figures = await runUpgrade(readNumber("visitors", values.visitors, { from: 1 }));
  return tellFigures(figures, barsOf("test:upgrade"), values.json);
});
