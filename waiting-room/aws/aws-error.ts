/** An expected failure of a call, as Virtual Waiting Room on AWS answers it: a status, and a reason in `error`. */
export class AwsError extends Error {
  override readonly name = "AwsError";
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** What else the caller is told. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    retryAfterMs?: number,
    facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.facts = facts;
  }
}

export const invalidIds = (): AwsError => new AwsError(400, "Invalid event or request ID");
