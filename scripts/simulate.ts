import { writeFileSync } from "node:fs";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { SCENARIOS } from "@/simulation/scenarios";
import { runLives } from "../tools/lives/run-many";
import { barsOf } from "../tools/prove/bars";
import { atLeast, atMost, tellFigures } from "../tools/shared/bars";
import { readNumber, runTool } from "../tools/stack/run-command";
import { runSumsScenario } from "../tools/sums/run-many";

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
  regions         waiting rooms up to 300 ms from their line, whose links are cut
  schedule-edits  schedules that are edited at any moment: what is shown is what is done
  stock           each unit is sold once, and none is left over
  small-outflow   few slots, and those who stand next go away at once
  lives           random lives of events: every verb that a member may call, visitors of every kind, faults; on
                  real Redis and Postgres, with the services, the waiting room and the clients that ship

  sums            random runs on real Redis, with the scripts and the waiting room's line that ship: joined is
                  admitted, waiting, left, no-shows and removed, to the last person, live and stored

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
} as const;

type LivesValues = Readonly<{ lives: string; path?: string; seconds?: string }> & {
  readonly json: boolean;
  readonly seed: number;
};

async function liveAndTell({ path, json, seed, ...counts }: LivesValues): Promise<number> {
  const lives = readNumber("lives", counts.lives, { from: 1 });
  const bounds = { from: 0.001, isWhole: false };
  const longest = counts.seconds;
  const seconds = longest === undefined ? undefined : readNumber("seconds", longest, bounds);
  const figures = await runLives({ lives, seed, path, seconds });
  const all = {
    ...barsOf("simulate --scenario lives"),
    lives: atLeast(longest === undefined ? lives : 1),
  };
  // One life plays few verbs.
  const bars = path === undefined ? all : { violations: atMost(0) };
  return tellFigures(figures, bars, json);
}

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const seed = Number(values.seed);
  if (!Number.isInteger(seed)) throw new ExpectedFailure("--seed wants a whole number.");
  const name = values.scenario ?? "";
  if (name === "lives") return liveAndTell({ ...values, seed });
  const proof = `simulate --scenario ${name}`;
  if (name === "sums") return tellFigures(await runSumsScenario(seed), barsOf(proof), values.json);
  const names = Object.keys(SCENARIOS);
  const simulate = names.includes(name) ? SCENARIOS[name] : undefined;
  if (simulate === undefined)
    throw new ExpectedFailure(`--scenario wants ${names.join(", ")}, lives or sums.`);
  const { method } = values;
  if (method !== "fifo" && method !== "random")
    throw new ExpectedFailure("--method wants fifo or random.");
  const { figures, picture } = await simulate({ method, seed });
  if (values.picture !== undefined) {
    if (picture === undefined) throw new ExpectedFailure(`${name} has no picture.`);
    writeFileSync(values.picture, picture);
  }
  const isRandom = name === "cloudflare" && method === "random";
  const bars = barsOf(isRandom ? `${proof} --method random` : proof);
  return tellFigures({ ...figures }, bars, values.json);
});
