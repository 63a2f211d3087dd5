import { findFreePorts } from "@/tools/stack/ports";
import { say } from "@/tools/stack/run-command";
import type { ComparedHow } from "../harness/benchmark";
import { publishCustomer } from "../harness/events";
import { alternateHeld } from "../harness/loads";
import { byName, figuresIn, median, medianRatio, repeat } from "../harness/medians";
import type { OtherBuild } from "../harness/other-build";
import { timeStarts } from "../harness/process-figures";
import type { Comparison } from "../harness/ratios";
import { type BenchServers, withServers } from "../harness/servers";
import { openBusy, openEntering, ROUTES, type Route } from "./lines";

/** One start of a program differs from the next by up to a sixth. */
const STARTS = 4;
/** Turns of a quarter of a second: a machine's speed changes more slowly than that. */
const TURNS = { holds: "generators", rounds: 12, settleMs: 50, windowMs: 250 } as const;
/** As often as a Prometheus asks that is set to ask often. */
const SCRAPED_MS = 1_000;
/** Until V8 has compiled what a load runs through: for an entry some 50,000 have to go by. */
const WARM_UP_MS = { line: 1_500, status: 1_500, join: 3_000, enter: 6_000 } as const;
/** Different join requests; each gets a new number however often it is sent. */
const JOINING = 5_000;
/** More than enter in one start; each number enters once. */
const ENTERING = 160_000;

export async function compareRooms(
  other: OtherBuild,
  { isScraped }: ComparedHow,
): Promise<Comparison> {
  const { waitingRoom: metricsPort } = await findFreePorts();
  const scraping = isScraped ? setInterval(() => scrape(metricsPort), SCRAPED_MS) : undefined;
  return withServers(async (servers) => {
    const env = isScraped ? { METRICS_LISTEN: `127.0.0.1:${metricsPort}` } : {};
    const ours = await servers.describeRoom("ours", { env });
    const theirs = await servers.describeRoom("theirs", { build: other });
    await publishCustomer(servers.redis, servers.master);
    // The other commit may be of a time when events had none, and would look for its line under another key.
    const requests = {
      ours: await prepareRequests(servers, "ours"),
      theirs: await prepareRequests(servers, "theirs", { incarnation: null }),
    };
    const starts = await repeat(STARTS, async () => {
      say(`Measuring ${ROUTES.join(", ")} in turn after one of ${STARTS} starts`);
      const rooms = { ours: await servers.run(ours), theirs: await servers.run(theirs) };
      const ratios: Record<string, number> = {};
      for (const route of ROUTES) {
        const targetOf = (side: "ours" | "theirs") => {
          return { ...rooms[side], requests: requests[side](route) };
        };
        const targets = { ours: targetOf("ours"), theirs: targetOf("theirs") };
        const loads = await alternateHeld(targets, { ...TURNS, resumeMs: WARM_UP_MS[route] });
        ratios[`${route}PerSecond`] = ratioOf(loads, "perSecond");
        ratios[`${route}Microseconds`] = ratioOf(loads, "processorMicroseconds");
      }
      await servers.stop(rooms.ours, rooms.theirs);
      return ratios;
    });
    const names = ROUTES.flatMap((route) => [`${route}PerSecond`, `${route}Microseconds`]);
    const timed = await timeStarts({ ours: ours.service, theirs: theirs.service });
    return {
      ratios: {
        ...byName(names, (name) => median(figuresIn(starts, name))),
        startMilliseconds: ratioOf(timed, "milliseconds"),
        startMegabytes: ratioOf(timed, "megabytes"),
      },
      tolerance: 0.1,
    };
  }).finally(() => clearInterval(scraping));
}

/** Between two starts nobody answers. */
function scrape(port: number): void {
  fetch(`http://127.0.0.1:${port}/metrics`)
    .then((answer) => answer.text())
    .catch(() => undefined);
}

function ratioOf<Figure extends string>(
  { ours, theirs }: Record<"ours" | "theirs", Readonly<Record<Figure, number>>[]>,
  figure: Figure,
): number {
  return medianRatio(figuresIn(ours, figure), figuresIn(theirs, figure));
}

/** Two events for each side, so that neither finds work done by the other. */
async function prepareRequests(
  servers: BenchServers,
  side: string,
  own: { incarnation?: null } = {},
) {
  const busy = await openBusy(servers, `busy${side}`, own);
  const { enters } = await openEntering(servers, `entering${side}`, own);
  return (route: Route): readonly string[] => {
    if (route === "join") return busy.joins(JOINING);
    return route === "enter" ? enters(ENTERING) : busy[route];
  };
}
