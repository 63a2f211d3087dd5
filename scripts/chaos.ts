import { rmSync } from "node:fs";
import { isScenario, SCENARIOS } from "./chaos/faults";
import { runChaos } from "./chaos/run-chaos";
import { ExpectedFailure } from "./stack/expected-failure";
import { findFreePorts } from "./stack/ports";
import { readOptions, runCommand } from "./stack/run-command";
import { startStack } from "./stack/stack";
import { temporaryDirectory } from "./stack/temporary-directory";

const USAGE = `Breaks things in the middle of a crowd, on a system of its own, and tells what visitors lost.

  npm run chaos -- worker|waiting-room|redis [options]

  worker         kill -9 of the worker, twice
  waiting-room   kill -9 of the waiting room, while people join and while people enter
  redis          kill -9; a restart from a copy of the append-only folder that is two seconds old,
                 with and without the waiting room killed at the same moment; twice within 5 s
  --visitors N   how many come (2000)
  --absent X     share that joins and never comes back (0.3)
  --json         one JSON object as the last line
  --help         this text`;

const OPTIONS = {
  visitors: { type: "string", default: "2000" },
  absent: { type: "string", default: "0.3" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** People arrive for this long, so that some join before, during and after the first fault. */
const ARRIVALS_SECONDS = 40;
const TIMEOUT_SECONDS = 600;

runCommand(async () => {
  const { values, positionals } = readOptions({ options: OPTIONS, allowPositionals: true });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [name] = positionals;
  if (!isScenario(name)) {
    throw new ExpectedFailure("Say what to break: worker, waiting-room or redis.");
  }
  const visitors = Number(values.visitors);
  const absent = Number(values.absent);
  if (!Number.isInteger(visitors) || visitors < 1 || !(absent >= 0 && absent <= 1)) {
    throw new ExpectedFailure("--visitors wants a whole number and --absent a number from 0 to 1.");
  }
  const say = (line: string) => console.error(`• ${line}`);
  const dataDirectory = await temporaryDirectory("stanchion-chaos-");
  process.on("exit", () => rmSync(dataDirectory, { recursive: true, force: true }));
  const stack = await startStack({
    dataDirectory,
    ports: await findFreePorts(),
    demo: true,
    services: ["waiting-room", "worker", "shop"],
    onProgress: say,
  });
  const report = await runChaos(stack, {
    faults: SCENARIOS[name],
    visitors,
    perSecond: visitors / ARRIVALS_SECONDS,
    absent,
    timeoutSeconds: TIMEOUT_SECONDS,
    say,
  });
  await stack.close();
  for (const [key, value] of Object.entries(report)) console.log(`${key.padEnd(18)} ${value}`);
  if (values.json) console.log(JSON.stringify(report));
  const { placesLost, doubledNumbers, doubleAdmissions, inversions, visitorErrors } = report;
  const faults = placesLost + doubledNumbers + doubleAdmissions + inversions + visitorErrors;
  return faults === 0 && report.maxSlidingRatio <= 1 ? 0 : 1;
});
