/** What a change came to: done, or asked of a second person. */
export type Outcome =
  | { readonly status: "done"; readonly value: unknown }
  | { readonly status: "asked"; readonly approvalId: string; readonly expiresAt: string };

export type Request = {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The ETag that was read: nothing else is changed. */
  readonly ifMatch?: string | null;
};

/** As much of the API as a file needs. What it throws says what was refused. */
export type Api = {
  /** All items of a list, however many pages it has. */
  readonly list: (
    path: string,
    query?: Readonly<Record<string, unknown>>,
  ) => Promise<readonly unknown[]>;
  readonly get: (
    path: string,
  ) => Promise<{ readonly value: unknown; readonly etag: string | null }>;
  /** Sent once, however often it has to be tried. */
  readonly send: (request: Request) => Promise<Outcome>;
};
