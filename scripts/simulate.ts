import { writeFileSync } from "node:fs";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { type AnyResult, SCENARIOS } from "@/simulation/scenarios";
import { runLives } from "../tools/lives/run-many";
import { readOptions, runCommand } from "../tools/stack/run-command";

const USAGE = `Runs the rules of the line on a crowd in simulated time and tells what came out. Nothing has to
be running. Ends with 1 when a bar was missed.

  npm run simulate -- --scenario NAME [options]

  cloudflare      10,000 visitors, 500 a minute, at most 500 on the site (--method fifo|random)
  draw            the draw of a pre-queue: uniform, verifiable, nothing altered unseen
  fifo-to-random  a time of random order keeps everybody's number
  lanes           slots divided over lanes and classes
  governor        an origin that slows down and recovers
  percentage      percentage admission, with visitors who retry
  estimate        what visitors are told against what happens
  schedule-edits  schedules that are edited at any moment: what is shown is what is done
  stock           each unit is sold once, and none is left over
  small-outflow   few slots, and those who stand next go away at once
  lives           random lives of events: every verb that a member may call, visitors of every kind, faults; on
                  real Redis and Postgres, with the services, the waiting room and the clients that ship

  --lives N       how many lives (10000)
  --seconds N     of "lives": no more are begun after so long
  --path TEXT     of "lives": plays the one life again that a failure has named, with its seed
  --method NAME   fifo or random (fifo)
  --seed N        another run of the same kind (1)
  --picture FILE  writes a heat map as SVG (cloudflare)
  --json          one JSON object as the last line
  --help          this text`;

const OPTIONS = {
  scenario: { type: "string" },
  lives: { type: "string", default: "10000" },
  path: { type: "string" },
  seconds: { type: "string" },
  method: { type: "string", default: "fifo" },
  seed: { type: "string", default: "1" },
  picture: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

function say({ figures, bars }: AnyResult): void {
  for (const [name, value] of Object.entries(figures)) {
    const text = typeof value === "object" ? JSON.stringify(value) : value;
    console.log(`${name.padEnd(24)} ${text}`);
  }
  for (const { figure, isMet, asks } of bars) {
    console.log(`${isMet ? "met   " : "MISSED"} ${figure}: ${asks}`);
  }
}

type LivesValues = {
  readonly lives: string;
  readonly path?: string;
  readonly seconds?: string;
  readonly json: boolean;
  readonly seed: number;
};

/** Plays lives, which need servers; answers the code to end with. */
async function liveAndTell({ path, json, seed, ...counts }: LivesValues): Promise<number> {
  const lives = Number(counts.lives);
  if (!Number.isInteger(lives) || lives < 1) throw new ExpectedFailure("--lives wants a number.");
  const seconds = counts.seconds === undefined ? undefined : Number(counts.seconds);
  if (seconds !== undefined && !(seconds > 0))
    throw new ExpectedFailure("--seconds wants a number.");
  const say = (line: string) => console.error(`• ${line}`);
  const figures = await runLives({ lives, seed, path, seconds, say });
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(24)} ${value}`);
  if (json) console.log(JSON.stringify(figures));
  return figures.violations + figures.verbsNotPlayed === 0 ? 0 : 1;
}

runCommand(async () => {
  const { values } = readOptions({ options: OPTIONS });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const seed = Number(values.seed);
  if (!Number.isInteger(seed)) throw new ExpectedFailure("--seed wants a whole number.");
  const name = values.scenario ?? "";
  if (name === "lives") return liveAndTell({ ...values, seed });
  const names = Object.keys(SCENARIOS);
  const simulate = names.includes(name) ? SCENARIOS[name] : undefined;
  if (simulate === undefined)
    throw new ExpectedFailure(`--scenario wants ${names.join(", ")} or lives.`);
  const { method } = values;
  if (method !== "fifo" && method !== "random") {
    throw new ExpectedFailure("--method wants fifo or random.");
  }
  const result = await simulate({ method, seed });
  say(result);
  if (values.picture !== undefined) {
    if (result.picture === undefined) throw new ExpectedFailure(`${name} has no picture.`);
    writeFileSync(values.picture, result.picture);
  }
  if (values.json) console.log(JSON.stringify(result.figures));
  return result.bars.every(({ isMet }) => isMet) ? 0 : 1;
});
