/** A wrong field, with the JSON pointer (RFC 6901) to it. */
export type FieldError = { readonly pointer: string; readonly detail: string };

/** RFC 9457 problem details, as the API answers them. */
export type Problem = {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly FieldError[];
};

type Known = {
  readonly status: number;
  readonly problem?: Problem;
  readonly cause?: unknown;
};

/** A refusal of the API, or that it could not be asked. Decide by `code`; `message` is for people. */
export class StanchionError extends Error {
  override readonly name: string = "StanchionError";
  /** `not_found`, `invalid` and so on; `unreachable` where nobody answered, `http_502` where something else did. */
  readonly code: string;
  /** The HTTP status; 0 where nobody answered. */
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** To look the request up in the logs of the server. */
  readonly requestId: string | null;

  constructor(message: string, { status, problem = {}, cause }: Known) {
    super(problem.detail ?? message, cause === undefined ? {} : { cause });
    this.status = status;
    this.code = problem.code ?? (status === 0 ? "unreachable" : `http_${status}`);
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? null;
  }
}
