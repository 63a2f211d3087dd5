/** Where the randomness of a draw comes from that does not exist yet. */
export type DrawSource =
  | {
      readonly type: "http-beacon";
      /** Mirrors of one round of one beacon, in the order in which they are asked. */
      readonly urls: string[];
      /** Where the value stands in the answer, as in `randomness` or `pulse.outputValue`. */
      readonly field: string;
      readonly round: number;
      /** When the round's value comes to exist. */
      readonly roundAtMs: number;
    }
  | { readonly type: "typed"; readonly name: string }
  | { readonly type: "none" };

/** How the pre-queue of an event is drawn; `drand` takes the round that suits the start of each run. Null: not at all. */
export type DrawSetting = DrawSource | { readonly type: "drand" } | null;
