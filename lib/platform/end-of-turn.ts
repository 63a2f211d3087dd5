type Run = () => void;

let calls: Run[] = [];
let answers: Run[] = [];

/**
 * Runs `run` when all requests of this turn of the event loop have been read: calls to Redis first, then
 * answers to visitors, so that Redis works while the answers are written.
 */
export function atEndOfTurn(kind: "call" | "answers", run: Run): void {
  if (calls.length + answers.length === 0) setImmediate(runDue);
  (kind === "call" ? calls : answers).push(run);
}

function runDue(): void {
  const [dueCalls, dueAnswers] = [calls, answers];
  calls = [];
  answers = [];
  for (const run of dueCalls) run();
  // A connection writes its calls together when this returns: the answers come after that.
  if (dueAnswers.length > 0) process.nextTick(runAll, dueAnswers);
}

function runAll(runs: readonly Run[]): void {
  for (const run of runs) run();
}
