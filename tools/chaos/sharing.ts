import { LINE } from "@/lib/domain/line/rates";
import { newClaim } from "../shared/ask";
import { type Browser, newBrowser, passLineTime, tokenOf } from "./browser";
import { measureOdds } from "./random-odds";
import { openSale } from "./sale";
import { onCluster, type Stage } from "./scenario";

const COPIES = 1_000;
const SAME_CLAIM = 100;
const VALIDITY_SECONDS = 120;
const EVENT = {
  eventId: "sharesale",
  outflowPerMinute: 600,
  queueAll: true,
  queueTokenValiditySeconds: VALIDITY_SECONDS,
} as const;
const HOUR_MS = 3_600_000;
const WAIT_MS = 60_000;

/** One place in a thousand browsers, a place from an hour ago, and a hundred draws at once. */
export const runSharing = onCluster({ rooms: 4, workers: 1 }, async (stage) => ({
  ...(await sharePlace(stage)),
  ...(await measureOdds(stage)),
}));

async function sharePlace({ cluster, say }: Stage) {
  const sale = await openSale(cluster, EVENT);
  const pass = (ms: number) => passLineTime(cluster, sale.event, ms);
  const admissionsOf = async () => (await sale.watch.complete()).length;
  const owner = newBrowser(cluster, sale.event);
  await owner.untilCalled();
  say(`One place in ${COPIES} browsers`);
  const rush = await rushIn(owner);
  const sameClaim = () => enterAll(copies(owner, SAME_CLAIM, () => rush.winner.claim));
  const repeated = tokensOf(await sameClaim());
  const admissions = await admissionsOf();
  say("The token expires unused, again and again");
  for (let round = 0; round < LINE.renewLimit + 2; round += 1) {
    await pass((VALIDITY_SECONDS + 5) * 1_000);
    await sameClaim();
  }
  say("An hour later");
  const beforeHour = await admissionsOf();
  await pass(HOUR_MS);
  const tokensAfterHour = await tryEverything([owner, rush.winner.browser], rush.winner.claim);
  const afterHour = await admissionsOf();
  await sale.watch.close();
  const seen = { rush: rush.tokens, repeated, admissions, beforeHour, afterHour, tokensAfterHour };
  return { ...sharingOf(seen), renewals: beforeHour - admissions };
}

type Attempt = { readonly browser: Browser; readonly claim: string };
type Entered = Attempt & { readonly token: string | null };

function copies(of: Browser, count: number, claimOf: (index: number) => string): Attempt[] {
  return Array.from({ length: count }, (_, at) => ({ browser: of.copy(), claim: claimOf(at) }));
}

async function rushIn(owner: Browser) {
  const entered = await enterAll(copies(owner, COPIES, newClaim));
  const winner = entered.find(({ token }) => token !== null);
  if (winner === undefined) throw new Error("Nobody was let in with the shared place.");
  return { winner, tokens: tokensOf(entered) };
}

function enterAll(attempts: readonly Attempt[]): Promise<Entered[]> {
  const enter = async (one: Attempt) => ({
    ...one,
    token: await one.browser.enter(one.claim, WAIT_MS),
  });
  return Promise.all(attempts.map(enter));
}

function tokensOf(entered: readonly Entered[]): string[] {
  return entered.flatMap(({ token }) => token ?? []);
}

/** All that anybody kept is tried again, by every door; answers how many tokens came of it. */
async function tryEverything(kept: readonly Browser[], claim: string): Promise<number> {
  const attempts = kept.flatMap((browser) =>
    copies(browser, COPIES, (index) => (index === 0 ? claim : newClaim())),
  );
  const entered = await enterAll(attempts);
  const others = await Promise.all(
    kept.map(async (browser) => {
      const page = await browser.copy().page();
      const { body } = await browser.copy().ask("status");
      return [tokenOf(page.headers.location), tokenOf(body["redirectUrl"])];
    }),
  );
  return tokensOf(entered).length + others.flat().filter((token) => token !== null).length;
}

/** What one place in many browsers was worth. Tokens stand for those who got them. */
export function sharingOf(seen: {
  /** Tokens of those who asked at once, each with a claim of its own. */
  readonly rush: readonly string[];
  /** Tokens of those who asked again with the claim that had won. */
  readonly repeated: readonly string[];
  /** What the line counted after these two, and before and after an hour had passed. */
  readonly admissions: number;
  readonly beforeHour: number;
  readonly afterHour: number;
  readonly tokensAfterHour: number;
}) {
  const { rush, repeated, admissions, beforeHour, afterHour, tokensAfterHour } = seen;
  const others = Math.max(0, rush.length - 1);
  return {
    admissions,
    extraAdmissions: others + tokensAfterHour + (afterHour - beforeHour),
    differentTokens: new Set([...rush, ...repeated]).size,
  };
}
