/** The line cannot take a call now; the visitor's place is kept. */
export class LineUnavailable extends Error {
  override readonly name = "LineUnavailable";
  readonly retryAfterMs: number;

  constructor(reason: string, retryAfterMs: number) {
    super(`The line is not available: ${reason}.`);
    this.retryAfterMs = retryAfterMs;
  }
}
