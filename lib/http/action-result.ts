/** What every server action answers. `fields` names the inputs that are wrong, by path. */
export type ActionResult<Data> =
  | { readonly ok: true; readonly data: Data }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly fields?: Readonly<Record<string, string>> | undefined;
      };
    };

/** A server action as a component gets it. */
export type Action<Input, Data> = (input: Input) => Promise<ActionResult<Data>>;
