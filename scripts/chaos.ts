import { monitorEventLoopDelay } from "node:perf_hooks";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Given } from "../tools/chaos/cluster";
import { barsOf } from "../tools/prove/bars";
import { type Bars, type Figures, tellFigures } from "../tools/shared/bars";
import { generatePrismaClient } from "../tools/stack/prisma-client";
import { readNumber, runTool, say } from "../tools/stack/run-command";

const USAGE = `Breaks things in the middle of a crowd, on a system of its own, and tells what
visitors lost; or measures a guarantee from outside. Exits with 1 when a bar is missed.

  npm run chaos -- NAME [options]

  worker            kill -9 of the worker, twice
  waiting-room      kill -9 of the waiting room, while people join and while people enter
  redis             kill -9; a restart from a copy that is two seconds old, with and without the waiting
                    room killed at the same moment; twice within 5 s
  cap               4 waiting rooms and 2 workers under spikes, changes of outflow and cap, and restarts
  absent            half of the visitors gone, and a hundred gone in front of all others
  order             a raised outflow over 20,000 sleepers, 2,000 late returners, a line that comes and goes
  stop              every door of an event, once it is paused, stopped, archived or deleted
  told              what operators are told of each wrong setting and each fault
  told-to-sleep     once it goes on, those who were refused go before newcomers
  sharing           one place in 1,000 browsers, a place from an hour ago, one draw sent 100 times
  redis-failover    Sentinel promotes a replica twice; the clocks of the replicas are ten minutes off
  cluster-failover  a Redis Cluster: the master of a line stands still, the next one is killed
  cluster-reshard   a Redis Cluster: the slots of two lines move, four times
  room-cut-off      a waiting room on a host of its own: all its cables are pulled, then that to Redis
  region-cut        waiting rooms in another region: the long link to Redis is cut
  redis-total-loss  Redis comes back empty in a sale whose site has set a stock and an inlet
  neighbour         what one customer's client, site and visitors cost those of others
  figures           what a crowd was told, compared with the figures by minute, while all is killed
  rolling           every process replaced one after the other, twice, with all visitors in line
  restore           both stores, Redis alone and Postgres alone come back from an older backup
  abuse             300 honest visitors beside each attack, compared with a bare server
  reused-id         an event is deleted and made again under its id, twice
  undone-rights     codes, tokens and keys used while Redis loses two seconds are tried again
  intake            pipelined joins and check-ins, half-open heads, beside visitors of another event
  ended-line        passes of an event that is over, after Redis was away for minutes and hours
  many-losses       Redis is lost 365 times in one run: what calls and joins take then
  large-run         Redis comes back empty in a run in which ten million were admitted
  webhooks          receivers that are slow, fail, close in the middle or are down; workers are killed

  --down A,B     "redis" instead: it is away for so many seconds, once for each, and comes back from a
                 copy two seconds old; an active cap and a stock are set
  --attack A,B   only these of "abuse"
  --seconds N    how long "cap" goes on (300)
  --visitors N   how many come to "worker", "waiting-room", "redis", "rolling", "restore" (2000)
  --json         one JSON object as the last line
  --help         this text`;

const OPTIONS = {
  down: { type: "string" },
  attack: { type: "string" },
  seconds: { type: "string", default: "300" },
  visitors: { type: "string", default: "2000" },
} as const;

/** Shorter, and the faults of "cap" would fall on each other. */
const SHORTEST_SECONDS = 60;

runTool(USAGE, { options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  const [name = ""] = positionals;
  const downs = readDowns(values.down, name);
  const { attack = null } = values;
  const seconds = readNumber("seconds", values.seconds, { from: SHORTEST_SECONDS });
  const visitors = readNumber("visitors", values.visitors, { from: 1 });
  const given = { seconds, visitors, attack, say };
  // The scenarios need the client, which is generated.
  await generatePrismaClient();
  const figures = await run(name, given, downs);
  const proof = downs === null ? `chaos ${name}` : "chaos redis --down 1,15,120";
  return tellFigures(figures, wantedOf(barsOf(proof), attack), values.json);
});

/** For how long Redis is to be away, each in seconds; null where that was not asked for. */
function readDowns(text: string | undefined, name: string): number[] | null {
  if (text === undefined) return null;
  const downs = text.split(",").map(Number);
  const areSeconds = downs.every((seconds) => Number.isInteger(seconds) && seconds >= 1);
  if (name !== "redis" || !areSeconds || new Set(downs).size < downs.length)
    throw new ExpectedFailure("--down goes with redis and wants whole seconds, such as 1,15,120.");
  return downs;
}

function wantedOf(bars: Bars, attack: string | null): Bars {
  const wanted = attack?.split(",");
  return Object.fromEntries(
    Object.entries(bars).filter(([path]) => {
      const [, member = "*"] = path.split(".");
      return wanted === undefined || member === "*" || wanted.includes(member);
    }),
  );
}

/** The figures of a scenario, and how late this process was: visitors late for that alone say little about the line. */
async function run(name: string, given: Given, downs: readonly number[] | null): Promise<Figures> {
  const { SCENARIOS } = await import("../tools/chaos/scenarios");
  const { outagesOf } = await import("../tools/chaos/outage");
  const scenario = downs === null ? SCENARIOS[name] : outagesOf(downs);
  if (scenario === undefined) {
    const names = Object.keys(SCENARIOS).join(", ");
    throw new ExpectedFailure(`Say what to break or measure: ${names}.`);
  }
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const figures = await scenario(given);
  delay.disable();
  return {
    ...figures,
    delayMsMax: Math.round(delay.max / 1_000_000),
    delayMsP99: Math.round(delay.percentile(99) / 1_000_000),
  };
}
