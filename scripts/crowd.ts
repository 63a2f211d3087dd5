import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { sayErrors } from "../tools/chaos/sale-figures";
import { measureAdvice } from "../tools/crowd/advice";
import { reportCrowd } from "../tools/crowd/report";
import { startCrowd } from "../tools/crowd/run-crowd";
import { untilOpen } from "../tools/crowd/until-open";
import { barsOf } from "../tools/prove/bars";
import { atMost, tellFigures } from "../tools/shared/bars";
import { urlsOf } from "../tools/stack/environment";
import { readPorts } from "../tools/stack/ports";
import { readNumber, runTool, say } from "../tools/stack/run-command";
import { answersOk } from "../tools/stack/services";
import { startDemo } from "../tools/stack/stack";

const USAGE = `Sends real visitors through a protected page, the waiting room and back, and tells what
an outside observer saw. Starts the system if it is not running, and begins once the waiting room takes joins.

  npm run crowd -- --visitors 2000 [options]
  npm run crowd -- --advice

  --visitors N   how many come (required without --advice)
  --advice       at an opening half waits on the page, half loads it at the minute: whether that makes a
                 difference. Starts a Redis and a waiting room of its own, and takes a minute
  --rate N       arrivals per second (100)
  --absent X     share that joins and never comes back, 0 to 1 (0)
  --shop URL     the protected page (the demo shop's /tickets)
  --timeout N    seconds until everybody goes home (900)
  --json         one JSON object as the last line
  --help         this text`;

const OPTIONS = {
  visitors: { type: "string" },
  advice: { type: "boolean", default: false },
  rate: { type: "string", default: "100" },
  absent: { type: "string", default: "0" },
  shop: { type: "string" },
  timeout: { type: "string", default: "900" },
} as const;

/** Of a crowd of any size, on a line that others may use meanwhile. */
const BARS = { neverAdmitted: atMost(0), admittedTwice: atMost(0), errors: atMost(0) };

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  if (values.advice)
    return tellFigures(await measureAdvice(), barsOf("crowd --advice"), values.json);
  const ports = readPorts();
  const shop = values.shop ?? `${urlsOf(ports).shop}/tickets`;
  if (!URL.canParse(shop)) throw new ExpectedFailure("--shop wants the URL of a protected page.");
  const options = {
    shop: new URL(shop),
    visitors: readNumber("visitors", values.visitors, { from: 1, to: 100_000 }),
    perSecond: readNumber("rate", values.rate, { from: 0.1, to: 10_000, isWhole: false }),
    absent: readNumber("absent", values.absent, { from: 0, to: 1, isWhole: false }),
    timeoutSeconds: readNumber("timeout", values.timeout, { from: 1, to: 7_200, isWhole: false }),
    onProgress: say,
  };
  const asked = [ports.waitingRoom, ports.shop].map((port) => answersOk(port, "/health"));
  const isRunning = !(await Promise.all(asked)).includes(false);
  if (!isRunning && values.shop === undefined)
    await startDemo(["waiting-room", "worker", "shop"], say);
  await untilOpen(options.shop, say);
  const { observations, ...line } = await startCrowd(options).result;
  sayErrors(observations, say);
  return tellFigures(reportCrowd(observations, line), BARS, values.json);
});
