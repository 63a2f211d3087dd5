import { LINE } from "@/lib/domain/line/rates";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import type { Cluster } from "./cluster";
import { onCluster } from "./on-cluster";
import { measureOdds } from "./random-odds";
import { askRoom, passLineTime, tokenOf } from "./room-calls";
import { openSale, type Sale } from "./sale";
import { sharingOf } from "./sharing-figures";

const COPIES = 1_000;
const SAME_CLAIM = 100;
const OUTFLOW_PER_MINUTE = 600;
const VALIDITY_SECONDS = 120;
const HOUR_MS = 3_600_000;

/** One place in a thousand browsers, a place from an hour ago, and a hundred draws at once. */
export const runSharing = onCluster({ rooms: 4, workers: 1 }, async ({ cluster, say }) => ({
  ...(await sharePlace(cluster, say)),
  ...(await measureOdds(cluster, say)),
}));

type Share = Sale & { readonly cluster: Cluster };

async function sharePlace(cluster: Cluster, say: (line: string) => void) {
  const sale = await openSale(cluster, {
    ...{ eventId: "sharesale", outflowPerMinute: OUTFLOW_PER_MINUTE, queueAll: true },
    queueTokenValiditySeconds: VALIDITY_SECONDS,
  });
  const share: Share = { cluster, ...sale };
  const owner = await calledPlace(share);
  say(`One place in ${COPIES} browsers`);
  const rush = await rushIn(share, owner);
  const repeated = await enterAll(
    share,
    Array.from({ length: SAME_CLAIM }, () => ({ client: owner.copy(), claim: rush.winner })),
  );
  const admissions = await admissionsOf(share);
  say("The token expires unused, again and again");
  const renewals = await renewAll(share, owner, rush.winner);
  say("An hour later");
  const beforeHour = await admissionsOf(share);
  const tokensAfterHour = await anHourLater(share, owner, rush);
  const afterHour = await admissionsOf(share);
  await share.watch.close();
  const seen = { rush: rush.tokens, repeated: tokensOf(repeated), admissions };
  return { ...sharingOf({ ...seen, beforeHour, afterHour, tokensAfterHour }), renewals };
}

async function admissionsOf({ watch }: Share): Promise<number> {
  return (await watch.complete()).length;
}

/** A browser whose number has been called and that has not asked for a slot yet. */
async function calledPlace({ cluster, event, guests }: Share): Promise<HttpClient> {
  const owner = guests.newClient();
  await askRoom(cluster, event, owner, "join", { joinId: newClaim() });
  await askRoom(cluster, event, owner, "near", {});
  await until("the number is called", async () => {
    const { body } = await askRoom(cluster, event, owner, "status");
    return body["turn"] === true;
  });
  return owner;
}

type Attempt = { readonly client: HttpClient; readonly claim: string };
type Entered = Attempt & { readonly token: string | null };

/** A thousand copies ask at the same moment, each with a claim of its own. */
async function rushIn(share: Share, owner: HttpClient) {
  const attempts = Array.from({ length: COPIES }, () => ({
    client: owner.copy(),
    claim: newClaim(),
  }));
  const entered = await enterAll(share, attempts);
  const winners = entered.filter(({ token }) => token !== null);
  const winner = winners[0];
  if (winner === undefined) throw new Error("Nobody was let in with the shared place.");
  return {
    winner: winner.claim,
    winnerClient: winner.client,
    tokens: tokensOf(winners),
  };
}

function enterAll(share: Share, attempts: readonly Attempt[]): Promise<Entered[]> {
  return Promise.all(attempts.map((attempt) => enterUntilAnswered(share, attempt)));
}

/** Asks again as long as the answer is "wait", a minute at most. */
async function enterUntilAnswered(share: Share, attempt: Attempt): Promise<Entered> {
  const endsAtMs = performance.now() + 60_000;
  while (performance.now() < endsAtMs) {
    const { claim, client } = attempt;
    const { status, body } = await askRoom(share.cluster, share.event, client, "enter", { claim });
    if (status === 200 && body["status"] !== "wait") {
      return { ...attempt, token: tokenOf(body["redirectUrl"]) };
    }
    const { retryAfterMs } = body;
    await sleep(typeof retryAfterMs === "number" ? retryAfterMs : 500);
  }
  return { ...attempt, token: null };
}

function tokensOf(entered: readonly Entered[]): string[] {
  return entered.flatMap(({ token }) => token ?? []);
}

/** Lets the token expire four times; a hundred copies ask for another each time. */
async function renewAll(share: Share, owner: HttpClient, claim: string): Promise<number> {
  const before = await admissionsOf(share);
  for (let round = 0; round < LINE.renewLimit + 2; round += 1) {
    await passLineTime(share.cluster, share.event, (VALIDITY_SECONDS + 5) * 1_000);
    const attempts = Array.from({ length: SAME_CLAIM }, () => ({ client: owner.copy(), claim }));
    await enterAll(share, attempts);
  }
  return (await admissionsOf(share)) - before;
}

/** Everything that anybody kept is tried again; answers how many tokens came of it. */
async function anHourLater(
  share: Share,
  owner: HttpClient,
  rush: { readonly winner: string; readonly winnerClient: HttpClient },
): Promise<number> {
  const { cluster, event, guests } = share;
  await passLineTime(cluster, event, HOUR_MS);
  const claims = [rush.winner, ...Array.from({ length: COPIES - 1 }, newClaim)];
  const kept = [owner, rush.winnerClient];
  const entered = await enterAll(
    share,
    kept.flatMap((client) => claims.map((claim) => ({ client: client.copy(), claim }))),
  );
  const others = await Promise.all(
    kept.map(async (client) => {
      const page = await client.copy().send("GET", guests.page, {
        headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
      });
      const { body } = await askRoom(cluster, event, client.copy(), "status");
      return [tokenOf(page.headers.location), tokenOf(body["redirectUrl"])];
    }),
  );
  return tokensOf(entered).length + others.flat().filter((token) => token !== null).length;
}
