/**
 * What opens the line, one of four: a steady rate; as many as make `maxActive` on the site; a number
 * at each full interval from a start to an end; or nothing but increments that the API sends. After
 * the inlets of Virtual Waiting Room on AWS (MaxSize, Periodic, `increment_serving_counter`).
 */
export type Inlet =
  | { readonly type: "fixed-rate"; readonly perMinute: number }
  | { readonly type: "max-active"; readonly maxActive: number }
  | {
      readonly type: "periodic";
      readonly incrementBy: number;
      readonly intervalSeconds: number;
      readonly startAtMs: number;
      /** Null for an inlet that does not end. */
      readonly endAtMs: number | null;
    }
  | { readonly type: "custom" };
