import { createHmac } from "node:crypto";
import type { Figures } from "@/tools/shared/bars";
import type { BenchContext, Benchmark } from "../harness/benchmark";
import { alternate, median } from "../harness/medians";
import { compareConnectors } from "./against";
import { type Compared, loadCompared } from "./load-compared";
import { nanosecondsEach, nanosecondsEachAwaited } from "./processor-time";
import { makeVisits, type Outcome, SECRET, type Visit } from "./visits";

const ROUNDS = 15;
const CHECKS_OF_OURS = 40_000;
const CHECKS_OF_THEIRS = 8_000;

/** Our core against the unmodified public connector, with the same rules and visits, in one process. */
export const connector: Benchmark = {
  about: "checks of session, token and no match: our connector against the public one",
  measure,
  compare: compareConnectors,
};

interface Case {
  readonly visit: Visit;
  readonly outcome: Outcome;
}

/** Nothing is measured that decides wrongly. */
async function requireAgreement(
  { decideByOurs, decideByTheirs }: Compared,
  name: string,
  { visit, outcome }: Case,
): Promise<void> {
  const decided = [decideByOurs(visit), await decideByTheirs(visit)];
  if (decided.some((one) => one !== outcome)) {
    throw new Error(`${name}: ours and theirs say ${decided.join(" and ")}, not ${outcome}.`);
  }
}

async function measure(context: BenchContext): Promise<Figures> {
  const compared = await loadCompared();
  try {
    return await compare(compared, context);
  } finally {
    await compared.close();
  }
}

async function compare(compared: Compared, { say }: BenchContext): Promise<Figures> {
  const { decideByOurs, decideByTheirs } = compared;
  const { signedText, ...cases } = makeVisits(Math.floor(Date.now() / 1000));
  for (const [name, each] of Object.entries(cases)) {
    await requireAgreement(compared, name, each);
  }
  const ours = ({ visit }: Case) => {
    return async () => nanosecondsEach(CHECKS_OF_OURS, () => decideByOurs(visit));
  };
  const theirs = ({ visit }: Case) => {
    return () => nanosecondsEachAwaited(CHECKS_OF_THEIRS, () => decideByTheirs(visit));
  };
  const measurements = {
    ourCookie: ours(cases.validCookie),
    theirCookie: theirs(cases.validCookie),
    ourSliding: ours(cases.slidingCookie),
    theirSliding: theirs(cases.slidingCookie),
    ourToken: ours(cases.validToken),
    theirToken: theirs(cases.validToken),
    ourNoMatch: ours(cases.noMatch),
    theirNoMatch: theirs(cases.noMatch),
    hmac: async () => nanosecondsEach(CHECKS_OF_OURS, () => bareHmac(signedText)),
  };
  say("Warming up");
  await alternate(2, measurements);
  say(`Measuring ours and theirs in turn, ${ROUNDS} times`);
  return figuresOf(await alternate(ROUNDS, measurements));
}

function bareHmac(text: string): string {
  return createHmac("sha256", SECRET).update(text).digest("hex");
}

type Measured = "Cookie" | "Sliding" | "Token" | "NoMatch";

function figuresOf(rounds: Record<`${"our" | "their"}${Measured}` | "hmac", number[]>): Figures {
  const entries = Object.entries(rounds).map(([name, all]) => [name, median(all)] as const);
  const ratio = (name: Measured): number =>
    median(rounds[`their${name}`]) / median(rounds[`our${name}`]);
  return {
    nanoseconds: Object.fromEntries(entries),
    validCookieRatio: ratio("Cookie"),
    slidingCookieRatio: ratio("Sliding"),
    validTokenRatio: ratio("Token"),
    noMatchRatio: ratio("NoMatch"),
    cookieVsHmac: median(rounds.hmac) / median(rounds.ourCookie),
  };
}
