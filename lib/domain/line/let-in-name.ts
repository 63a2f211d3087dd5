const PREFIX = "next:";

/**
 * By what settings name a place whose visitor an operator lets in. Numbers are not given out twice in a run, and after a
 * draw the number is the one that the draw gave.
 */
export function letInName({ lane, number }: { readonly lane: number; readonly number: number }) {
  return `${PREFIX}${lane}:${number}`;
}

/** False for the queue id of somebody who is released from the false queue. */
export function isLetInName(name: string): boolean {
  return name.startsWith(PREFIX);
}
