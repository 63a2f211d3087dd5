/** Something wrong with a line of a text that people pasted. */
export type LineProblem = { readonly line: number; readonly reason: string };

/** How many wrong lines are named; whoever has more sees what is wrong with their file. */
export const FAULTS_SHOWN = 200;

/** All faults as one message, a line each; beyond 200 their number. `count` are those that there are. */
export function sayFaults(faults: readonly LineProblem[], count = faults.length): string {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ line, reason }) => `Line ${line}: ${reason}`);
  const rest = count - shown.length;
  const more = rest === 1 ? "One more line is" : `${rest.toLocaleString("en")} more lines are`;
  return [...shown, ...(rest > 0 ? [`${more} not valid.`] : [])].join("\n");
}
