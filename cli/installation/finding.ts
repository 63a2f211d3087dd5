/** One thing of the installation that is wrong (`error`), or that somebody should think about (`warning`). */
export type Finding = {
  /** Stays the same from version to version. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly what: string;
  readonly todo: string;
};

/** What there is to say about each code of a topic. */
export type Findings<Code extends string> = Readonly<
  Record<Code, Pick<Finding, "severity" | "todo"> & { readonly means: string }>
>;

/** Makes the findings of one topic: `what` says more than the code does, where there is more to say. */
export function finder<Code extends string>(table: Findings<Code>) {
  return (code: Code, what?: string): Finding => {
    const { severity, means, todo } = table[code];
    return { code, severity, what: what ?? means, todo };
  };
}

/** The message of a failure, without the credentials that drivers put into addresses. */
export function reasonOf(error: unknown): string {
  const [inner] = error instanceof AggregateError ? error.errors : [];
  if (inner !== undefined) return reasonOf(inner);
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\/\/[^/@\s]+@/g, "//").split("\n", 1)[0] ?? "";
}
