/** How a field of an operation is given on the command line. */
export type Field = {
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "list" | "json";
  readonly choices?: readonly unknown[];
  readonly isRequired?: true;
  /** The word `null` is the value null. */
  readonly isNullable?: true;
};

export type OperationFields = { readonly summary: string; readonly fields: readonly Field[] };
