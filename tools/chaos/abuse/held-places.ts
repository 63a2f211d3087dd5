import { aheadOf } from "@/lib/domain/line/distance";
import { readAnswer } from "@/waiting-room/client/answer";
import { newClaim } from "../../shared/ask";
import { sleep } from "../../shared/time";
import type { SendAttack } from "./attackers-client";

const LOOK_MS = 1_000;
const AT_ONCE = 50;

export type HeldPlace = {
  readonly number: number;
  readonly cookies: string;
  readonly address: string;
};

type Scene = {
  readonly send: SendAttack;
  /** The path of the event's line. */
  readonly linePath: string;
  readonly target: string;
};

/**
 * Attackers come for the slots of their places: they read the line once a second, say that they are there where
 * their number is near, and enter once it is called.
 */
export function holdPlaces({ send, linePath, target }: Scene) {
  const waiting = new Set<HeldPlace>();
  const confirmed = new Set<HeldPlace>();
  let isOver = false;
  let admitted = 0;

  async function enter(place: HeldPlace): Promise<void> {
    const form = { claim: newClaim(), t: target };
    const { body } = await send({ path: `${linePath}/enter`, form, ...place });
    if (body["status"] !== "admitted") return;
    admitted += 1;
    waiting.delete(place);
  }

  async function confirm(place: HeldPlace): Promise<void> {
    const { status } = await send({ path: `${linePath}/near`, form: {}, ...place });
    if (status === 200) confirmed.add(place);
  }

  async function look(): Promise<void> {
    const [first] = waiting;
    if (first === undefined) return;
    const { status, body } = await send({
      path: `${linePath}/1/line.json`,
      address: first.address,
    });
    const answer = readAnswer("line", status, body);
    if (answer.kind !== "line") return;
    const { line } = answer;
    const called = [...waiting].filter(({ number }) => number <= line.serving);
    const near = [...waiting].filter(
      (place) =>
        place.number > line.serving &&
        !confirmed.has(place) &&
        aheadOf(line, place.number) <= line.near,
    );
    await inGroups(called, enter);
    await inGroups(near, confirm);
  }

  const looking = (async () => {
    while (!isOver) {
      const startedAtMs = performance.now();
      await look();
      await sleep(startedAtMs + LOOK_MS - performance.now());
    }
  })();

  return {
    hold: (place: HeldPlace) => void waiting.add(place),
    admitted: () => admitted,
    async letGo(): Promise<void> {
      isOver = true;
      await looking;
    },
  };
}

async function inGroups(
  places: readonly HeldPlace[],
  work: (place: HeldPlace) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < places.length; from += AT_ONCE) {
    await Promise.all(places.slice(from, from + AT_ONCE).map(work));
  }
}
