/** A failure that a person can put right: its message is one sentence and is shown without a stack. */
export class ExpectedFailure extends Error {
  override readonly name = "ExpectedFailure";
}

/** What a person should read about a failure: the sentence, or the whole stack of a defect. */
export function describeFailure(error: unknown): string {
  if (error instanceof ExpectedFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
