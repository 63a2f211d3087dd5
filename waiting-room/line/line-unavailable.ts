/** The line cannot take a call now; the visitor's place is kept. */
export class LineUnavailable extends Error {
  override readonly name = "LineUnavailable";
  readonly retryAfterMs: number;

  constructor(reason: string, retryAfterMs: number) {
    super(`The line is not available: ${reason}.`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Logs what went wrong, but not that the line could take no call for a moment: the line itself says so, once. */
export function unlessUnavailable(log: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof LineUnavailable)) log(error);
  };
}
