import { runMakeMoveCode, runUseMoveCode } from "@/lib/line/scripts/move-codes";
import type { CalledLine } from "./line-calls";

type MovingPlace = {
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  readonly moves: number;
};

export type MoveCodeOutcome =
  | { readonly type: "made"; readonly untilMs: number }
  /** `full`: so many codes are kept that no other is made. */
  | { readonly type: "spent" | "moved" | "full" };

/** What visitors ask of the line to go on with another device. All reject with `LineUnavailable` when Redis refuses. */
export type MoveCalls = {
  /** Keeps a code for a place. `sealed` is what the other device gets. */
  make(place: MovingPlace, codeId: string, sealed: string): Promise<MoveCodeOutcome>;
  /** The sealed place of a code that is still good; null for none. It is not used by that. */
  look(codeId: string): Promise<string | null>;
  /** Uses a code up; answers how often its place has moved then, null for a code that is not good any more. */
  use(codeId: string): Promise<number | null>;
  /** True for a place that went to another device since. */
  hasMoved(place: Pick<MovingPlace, "queueId" | "moves">): Promise<boolean>;
};

/** A move is seldom: each is a call of its own. */
export function createMoveCalls({ redis, keys, line }: CalledLine): MoveCalls {
  return {
    async make({ lane, number, queueId, moves }, codeId, sealed) {
      const reply = await runMakeMoveCode(redis, keys, {
        ...line.callArguments(lane),
        number,
        moves,
        queueId,
        codeId,
        sealed,
      });
      const { type, untilMs } = line.accept(reply);
      if (type === "made") return { type, untilMs };
      if (type === "spent" || type === "moved" || type === "full") return { type };
      throw new Error(`The script of codes answered ${type}.`);
    },
    async look(codeId) {
      const kept = await redis.hget(keys.moveCodes, `code:${codeId}`);
      const [untilMs, , , , , , sealed] = (kept ?? "").split(" ");
      return sealed !== undefined && Number(untilMs) > line.lineNow() ? sealed : null;
    },
    async use(codeId) {
      const reply = await runUseMoveCode(redis, keys, {
        ...line.callArguments(0),
        drawn: -1,
        codeId,
      });
      const { moves } = line.accept(reply);
      return moves === 0 ? null : moves;
    },
    async hasMoved({ queueId, moves }) {
      return Number((await redis.hget(keys.moves, queueId)) ?? 0) > moves;
    },
  };
}
