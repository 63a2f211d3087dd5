import type { EventRef } from "@/lib/line/keys";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../shared/ask";
import { sleep } from "../shared/time";
import type { Cluster } from "./cluster";
import { askRoom, type RoomAnswer, tokenOf } from "./room-calls";

/** What the crowd was told, by figure; those of a lane as `figure.lane`. */
export type Told = Map<string, number>;

export type FiguresVisitor = {
  /** False for one who joins and never comes back. */
  readonly isPresent: boolean;
  /** What the visitor types as an access code. */
  readonly code: string | null;
};

export type FiguresScene = {
  readonly cluster: Cluster;
  readonly event: EventRef;
  readonly page: URL;
  readonly newClient: () => HttpClient;
  readonly told: Told;
  /** The numbers of those who joined and left, by lane. */
  readonly absent: { readonly lane: number; readonly number: number }[];
};

const RETRY_MS = 700;
const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
} as const;
/** Refusals that the page gets as an error code, and as what they are counted. */
const REFUSAL_OF: Readonly<Record<string, string>> = {
  "code-unknown": "refused-code",
  "code-mistyped": "refused-code",
  "code-guesses": "refused-guesses",
};

export function tell(told: Told, figure: string): void {
  told.set(figure, 1 + (told.get(figure) ?? 0));
}

/** One visitor, who notes every answer; a request without an answer is sent again and was told nothing. */
export async function visitAndTell(scene: FiguresScene, visitor: FiguresVisitor): Promise<void> {
  const client = scene.newClient();
  while (!isAnswer((await client.send("GET", scene.page, { headers: NAVIGATION })).status)) {
    await sleep(RETRY_MS);
  }
  tell(scene.told, "arrivals");
  const place = await joinAndTell(scene, client, visitor);
  if (place === null) return;
  if (visitor.isPresent) await enterAndTell(scene, client, place);
  else scene.absent.push(place);
}

function isAnswer(status: number): boolean {
  return status !== 0 && status !== 500 && status !== 502 && status !== 503 && status !== 504;
}

type Place = { readonly lane: number; readonly number: number };

/** Tries until there is a place; null for somebody who was sent away for good. */
export async function joinAndTell(
  { cluster, event, told }: FiguresScene,
  client: HttpClient,
  { code }: Pick<FiguresVisitor, "code">,
): Promise<Place | null> {
  const form = { joinId: newClaim(), ...(code === null ? {} : { code }) };
  for (;;) {
    const { status, body } = await askRoom(cluster, event, client, "join", form);
    if (body["status"] === "waiting") {
      const place = { lane: Number(lineOf(body)["lane"]), number: Number(body["number"]) };
      tell(told, `joins.${place.lane}`);
      return place;
    }
    if (body["status"] === "full") tell(told, "refused-full");
    if (body["status"] === "closed") {
      tell(told, "refused-ended");
      return null;
    }
    const refusal = REFUSAL_OF[String(body["code"])];
    if (refusal !== undefined) {
      tell(told, refusal);
      return null;
    }
    await sleep(status === 200 ? 2 * RETRY_MS : RETRY_MS);
  }
}

function lineOf(body: RoomAnswer["body"]): Readonly<Record<string, unknown>> {
  return { ...Object(body["line"]) };
}

async function enterAndTell(
  { cluster, event, told }: FiguresScene,
  client: HttpClient,
  { lane }: Place,
): Promise<void> {
  const claim = newClaim();
  for (;;) {
    await askRoom(cluster, event, client, "near", {});
    const { body } = await askRoom(cluster, event, client, "enter", { claim });
    if (tokenOf(body["redirectUrl"]) !== null) {
      tell(told, `admitted-queue.${lane}`);
      return;
    }
    const retryMs = Number(body["retryAfterMs"]) || RETRY_MS;
    await sleep(Math.min(2 * RETRY_MS, retryMs));
  }
}
