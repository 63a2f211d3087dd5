import type { ScriptShape } from "./define-script";
import type { Redis } from "./redis-client";
import type { EnterOutcome } from "./scripts/enter";

/** A call that let visitors in: its members as `enter` takes them, and the outcome of each. */
type AdmissionsEffect = {
  readonly kind: "admissions";
  readonly runId: number;
  readonly lane: number;
  readonly members: string;
  readonly outcomes: readonly EnterOutcome[];
  /** As the admissions stream has it. */
  readonly redirectType: "queue" | "safetynet";
};

/** A call of joins handed out numbers from `first` on to these ids, which stand in one text one after the other. */
type JoinsEffect = {
  readonly kind: "joins";
  readonly runId: number;
  readonly lane: number;
  readonly first: number;
  /** Line time. */
  readonly atMs: number;
  readonly chance: number;
  /** A byte each character: what is kept of a buffer would keep all that was allocated with it. */
  readonly joinIds: string;
};

/** A right was used: it leads to this place from then on. Empty texts where there is none. */
type RightEffect = {
  readonly kind: "right";
  readonly runId: number;
  readonly joinId: string;
  readonly tokenKey: string;
  readonly tokenId: string;
  readonly codeId: string;
  /** What the code was worth afterwards: `lane:uses left`. */
  readonly code: string;
  readonly place: string;
};

/** A place has gone to another device so many times. */
type MoveEffect = {
  readonly kind: "move";
  readonly runId: number;
  readonly queueId: string;
  readonly moves: number;
};

/** A code was made with which another device takes a place; `kept` is what the line has of it. */
type MoveCodeEffect = {
  readonly kind: "move-code";
  readonly runId: number;
  readonly codeId: string;
  readonly queueId: string;
  readonly kept: string;
};

/** A place was given back, or a visit was ended. */
type LeaveEffect = {
  readonly kind: "leave";
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  readonly moves: number;
  /** The figure as which somebody who waited was counted, in a minute and a part of the figures; empty for who was in. */
  readonly counted: string;
  readonly part: number;
  readonly minute: number;
};

/** A group of joins takes part in a draw. */
type GroupEffect = {
  readonly kind: "group";
  readonly runId: number;
  readonly firstIndex: number;
  readonly count: number;
  readonly root: string;
  readonly lane: number;
};

/** A site was told that its report of the stock is known. It belongs to the event, not to a run. */
type StockEffect = {
  readonly kind: "stock";
  readonly runId: null;
  readonly report: string;
  readonly units: number;
  /** Line time. */
  readonly atMs: number;
  readonly sales: readonly { readonly queueId: string; readonly units: number }[];
};

/** A site was told that the end of these visits is known. */
type VisitsOverEffect = {
  readonly kind: "visits-over";
  readonly runId: null;
  readonly queueIds: readonly string[];
};

/**
 * What a script has promised somebody and a loss of Redis may undo. A process keeps it in its journal until Redis
 * has confirmed it; `write-back.ts` has a writer for each kind.
 */
export type Effect =
  | AdmissionsEffect
  | JoinsEffect
  | RightEffect
  | MoveEffect
  | MoveCodeEffect
  | LeaveEffect
  | GroupEffect
  | StockEffect
  | VisitsOverEffect;

export type EffectKind = Effect["kind"];
export type EffectOf<Kind extends EffectKind> = Extract<Effect, { readonly kind: Kind }>;

/** Shared, so that a call that promises nothing costs nothing. */
const NOTHING: readonly never[] = [];

type Carried<Reply> = Extract<Reply, { readonly status: "OK" }>;

/** What a script answers, with what it has promised where it did what was asked. */
export type Promising<Reply, Kind extends EffectKind> =
  | Exclude<Reply, { readonly status: "OK" }>
  | (Carried<Reply> & { readonly effects: readonly EffectOf<Kind>[] });

type Script<Keys, Args, Member, Reply> = {
  (redis: Redis, keys: Keys, args: Args, members?: readonly Member[]): Promise<Reply>;
  readonly shape: ScriptShape;
};

/**
 * Has a script answer what it has promised, of the kinds that its shape names then. A script that writes what is
 * promised and does not name it fails the check of the Lua.
 */
export function promising<
  Keys,
  Args,
  Member,
  Reply extends { readonly status: string },
  const Kind extends EffectKind,
>(
  script: Script<Keys, Args, Member, Reply>,
  promises: readonly Kind[],
  effectsOf: (
    reply: Carried<Reply>,
    args: Args,
    members: readonly Member[],
  ) => readonly EffectOf<Kind>[],
) {
  async function run(
    redis: Redis,
    keys: Keys,
    args: Args,
    members: readonly Member[] = NOTHING,
  ): Promise<Promising<Reply, Kind>> {
    const reply = await script(redis, keys, args, members);
    if (!isCarriedOut(reply)) return reply as Exclude<Reply, { readonly status: "OK" }>;
    return Object.assign(reply, { effects: effectsOf(reply, args, members) });
  }
  return Object.assign(run, { shape: { ...script.shape, promises } });
}

function isCarriedOut<Reply extends { readonly status: string }>(
  reply: Reply,
): reply is Carried<Reply> {
  return reply.status === "OK";
}

/** For a script that promises nothing which a loss could undo. */
export const promisesNothing = (): readonly never[] => NOTHING;
