/**
 * By what settings name a place whose visitor an operator lets in. Numbers are not given out twice in a run, and after a
 * draw the number is the one that the draw gave.
 */
export function letInName({ lane, number }: { readonly lane: number; readonly number: number }) {
  return `next:${lane}:${number}`;
}
