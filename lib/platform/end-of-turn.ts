type Run = () => void;

let calls: Run[] = [];
let answers: Run[] = [];

/**
 * Runs what is left to do when everything has been looked at that arrived in this turn of the event
 * loop: calls to Redis first and answers to visitors after them, so that Redis works while they are written.
 */
export function atEndOfTurn(kind: "call" | "answers", run: Run): void {
  if (calls.length + answers.length === 0) setImmediate(runDue);
  (kind === "call" ? calls : answers).push(run);
}

function runDue(): void {
  const due = [...calls, ...answers];
  calls = [];
  answers = [];
  for (const run of due) run();
}
