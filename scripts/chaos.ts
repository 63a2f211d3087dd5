import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { isScenario, SCENARIOS, type ScenarioName } from "../tools/chaos/faults";
import { runOutages } from "../tools/chaos/outage";
import { runChaos } from "../tools/chaos/run-chaos";
import { watchOwnDelay } from "../tools/chaos/scenario";
import { isMeasured, MEASURED } from "../tools/chaos/scenarios";
import { barsOf } from "../tools/prove/bars";
import { type Bars, type Figures, tellFigures } from "../tools/shared/bars";
import { runTool, say } from "../tools/stack/run-command";
import { startBeside } from "../tools/stack/stack";

const USAGE = `Breaks things in the middle of a crowd, on a system of its own, and tells what
visitors lost; or measures a guarantee from outside. Exits with 1 when a bar is missed.

  npm run chaos -- NAME [options]

  worker         kill -9 of the worker, twice
  waiting-room   kill -9 of the waiting room, while people join and while people enter
  redis          kill -9; a restart from a copy of the append-only folder that is two seconds old,
                 with and without the waiting room killed at the same moment; twice within 5 s
  cap            4 waiting rooms and 2 workers under spikes, changes of outflow and active cap and
                 restarts of everything: never more than the outflow in any 60 s, nor than the cap
  absent         half of the visitors gone, and a hundred gone in front of all others
  order          outflow 600 → 3,000 over 20,000 sleepers, 2,000 late returners at once, and a line
                 that comes and goes
  stop           every door of an event in every method, once it is paused, stopped, archived or deleted, on two
                 waiting rooms: nobody gets in
  told           what operators are told: each wrong setting at a start and each fault while all runs, by health, check,
                 exit status and log of each program
  told-to-sleep  sold out, paused, nobody in, a full site, slots by hand and a low outflow: when it goes on and
                 newcomers come at once, those who waited go first
  sharing        one place in 1,000 browsers, a place from an hour ago, one draw sent 100 times
  redis-failover a master and two replicas behind three Sentinels: the master stands still, then
                 the next one is killed; the clocks of the replicas are ten minutes off
  neighbour      what one customer's client (retried joins at 40 a second among 300,000), site (a
                 health check that answers 300 MB) and visitors (a million seats that end at once)
                 cost those of others
  figures        what a crowd of several lanes was told, compared with the figures by minute, while workers are
                 killed and Redis and Postgres stop: equal
  rolling        every process replaced one after the other, twice, with all visitors in line
  restore        both stores, Redis alone and Postgres alone come back from a backup that is older than
                 what happened since
  abuse          300 honest visitors beside, each in turn: 20,000 joins of one address, of 500 addresses of
                 one /48, of 2,000 addresses; proofs that are sent again; a farm that solves proofs; and a
                 CAPTCHA vendor that is away. Compared with the same requests to a bare server
  reused-id      an event is deleted and made again under its id, twice, while rooms run and one of them
                 stands still: what was held or set at one before counts for nothing
  undone-rights  access codes, enqueue tokens, keys and codes for another device, used while Redis loses two
                 seconds, once and three times in a row: then strangers try each again
  intake         pipelined joins and check-ins, half-open request heads, and all of it, beside honest visitors
                 of another event
  ended-line     passes of an event that is over, after Redis was away for 32 minutes, again, and for hours
  many-losses    Redis is lost 365 times in one run: what a call and a join at another event take then
  large-run      Redis comes back empty in a run in which ten million were admitted
  redis-total-loss  Redis comes back empty in a sale whose site has set a stock and an inlet
  --down A,B     "redis" instead: it is away for so many seconds, once for each, and comes back from a
                 copy two seconds old; an active cap and a stock are set
  --attack A,B   only these of "abuse"
  --seconds N    how long "cap" goes on (300)
  --visitors N   how many come to "worker", "waiting-room", "redis", "rolling", "restore" (2000)
  --absent X     share of those that joins and never comes back (0.3)
  --json         one JSON object as the last line
  --help         this text`;

const OPTIONS = {
  down: { type: "string" },
  attack: { type: "string" },
  seconds: { type: "string", default: "300" },
  visitors: { type: "string", default: "2000" },
  absent: { type: "string", default: "0.3" },
} as const;

/** People arrive for this long, so that some join before, during and after the first fault. */
const ARRIVALS_SECONDS = 40;
const TIMEOUT_SECONDS = 600;
/** Shorter, and the faults of "cap" would fall on each other. */
const SHORTEST_SECONDS = 60;

type Numbers = { readonly seconds: number; readonly visitors: number; readonly absent: number };
type Given = Numbers & { readonly attack: string | null };

runTool(USAGE, { options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  const downs = readDowns(values.down, positionals[0]);
  const given = { ...readNumbers(values), attack: values.attack ?? null };
  const [name = ""] = positionals;
  const figures = await runNamed(name, given, downs);
  const proof = downs === null ? `chaos ${name}` : "chaos redis --down 1,15,120";
  return tellFigures(figures, wantedOf(barsOf(proof), given.attack), values.json);
});

function readNumbers(values: Readonly<Record<keyof Numbers, string>>): Numbers {
  const seconds = Number(values.seconds);
  const visitors = Number(values.visitors);
  const absent = Number(values.absent);
  if (!Number.isInteger(visitors) || visitors < 1 || !(absent >= 0 && absent <= 1)) {
    throw new ExpectedFailure("--visitors wants a whole number and --absent a number from 0 to 1.");
  }
  if (!Number.isInteger(seconds) || seconds < SHORTEST_SECONDS) {
    throw new ExpectedFailure(`--seconds wants a whole number from ${SHORTEST_SECONDS} on.`);
  }
  return { seconds, visitors, absent };
}

/** For how long Redis is to be away, each in seconds; null where that was not asked for. */
function readDowns(text: string | undefined, name: string | undefined): number[] | null {
  if (text === undefined) return null;
  const downs = text.split(",").map(Number);
  const areSeconds = downs.every((seconds) => Number.isInteger(seconds) && seconds >= 1);
  if (name !== "redis" || !areSeconds || new Set(downs).size < downs.length) {
    throw new ExpectedFailure("--down goes with redis and wants whole seconds, such as 1,15,120.");
  }
  return downs;
}

/** Without those of attacks that were not asked for. */
function wantedOf(bars: Bars, attack: string | null): Bars {
  const wanted = attack?.split(",");
  return Object.fromEntries(
    Object.entries(bars).filter(([path]) => {
      const [, member = "*"] = path.split(".");
      return wanted === undefined || member === "*" || wanted.includes(member);
    }),
  );
}

async function runMeasured(name: keyof typeof MEASURED, given: Given): Promise<Figures> {
  const ownDelay = watchOwnDelay();
  const figures = await MEASURED[name]({ ...given, say });
  return { ...figures, ...ownDelay() };
}

function runNamed(name: string, given: Given, downs: readonly number[] | null): Promise<Figures> {
  if (downs !== null) return runOutages(downs, { visitors: given.visitors, say });
  if (isMeasured(name)) return runMeasured(name, given);
  if (isScenario(name)) return runFaults(name, given);
  const names = [...Object.keys(SCENARIOS), ...Object.keys(MEASURED)].join(", ");
  throw new ExpectedFailure(`Say what to break or measure: ${names}.`);
}

async function runFaults(name: ScenarioName, { visitors, absent }: Numbers): Promise<Figures> {
  const services = ["waiting-room", "worker", "shop"] as const;
  const stack = await startBeside({ services, onProgress: say, isForCrowds: true });
  const report = await runChaos(stack, {
    faults: SCENARIOS[name],
    visitors,
    perSecond: visitors / ARRIVALS_SECONDS,
    absent,
    timeoutSeconds: TIMEOUT_SECONDS,
    say,
  });
  await stack.close();
  return report;
}
