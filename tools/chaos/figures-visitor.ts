import { newClaim } from "../shared/ask";
import { sleep } from "../shared/time";
import { type Browser, type RoomAnswer, tokenOf } from "./browser";

export type Place = { readonly lane: number; readonly number: number };

export type FiguresVisitor = {
  /** False for one who joins and never comes back. */
  readonly isPresent: boolean;
  readonly code: string | null;
};

export type FiguresScene = {
  readonly newBrowser: () => Browser;
  /** Notes that somebody in the crowd was told something, by figure; those of a lane as `figure.lane`. */
  readonly tell: (figure: string) => void;
  readonly absent: Place[];
};

const RETRY_MS = 700;
const NO_ANSWER: readonly number[] = [0, 500, 502, 503, 504];
/** Refusals for good, by the status or the error code that the page gets, and as what they are counted. */
const REFUSAL_OF: Readonly<Record<string, string>> = {
  closed: "refused-ended",
  "code-unknown": "refused-code",
  "code-mistyped": "refused-code",
  "code-guesses": "refused-guesses",
};

/** One visitor, who notes every answer; a request without an answer is sent again and was told nothing. */
export async function visitAndTell(scene: FiguresScene, visitor: FiguresVisitor): Promise<void> {
  const browser = scene.newBrowser();
  while (NO_ANSWER.includes((await browser.page()).status)) await sleep(RETRY_MS);
  scene.tell("arrivals");
  const place = await joinAndTell(scene, browser, visitor);
  if (place === null) return;
  if (visitor.isPresent) await enterAndTell(scene, browser, place);
  else scene.absent.push(place);
}

async function joinAndTell(
  { tell }: FiguresScene,
  browser: Browser,
  { code }: FiguresVisitor,
): Promise<Place | null> {
  const form = { joinId: newClaim(), ...(code === null ? {} : { code }) };
  for (;;) {
    const { status, body } = await browser.ask("join", form);
    if (body["status"] === "waiting") {
      const place = { lane: Number(lineOf(body)["lane"]), number: Number(body["number"]) };
      tell(`joins.${place.lane}`);
      return place;
    }
    if (body["status"] === "full") tell("refused-full");
    const refusal = REFUSAL_OF[String(body["status"])] ?? REFUSAL_OF[String(body["code"])];
    if (refusal !== undefined) {
      tell(refusal);
      return null;
    }
    await sleep(status === 200 ? 2 * RETRY_MS : RETRY_MS);
  }
}

function lineOf(body: RoomAnswer["body"]): RoomAnswer["body"] {
  return { ...Object(body["line"]) };
}

async function enterAndTell({ tell }: FiguresScene, browser: Browser, { lane }: Place) {
  const claim = newClaim();
  for (;;) {
    await browser.ask("near", {});
    const { body } = await browser.ask("enter", { claim });
    if (tokenOf(body["redirectUrl"]) !== null) return tell(`admitted-queue.${lane}`);
    await sleep(Math.min(2 * RETRY_MS, Number(body["retryAfterMs"]) || RETRY_MS));
  }
}
