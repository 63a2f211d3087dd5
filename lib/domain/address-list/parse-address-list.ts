import { type BuiltList, createListBuilder, type LineProblem, RANGES_MAX } from "./list-builder";

export type ParsedAddressList =
  | ({ readonly ok: true } & BuiltList)
  | {
      readonly ok: false;
      readonly reason: string;
      /** The first lines that are wrong, each with its reason. */
      readonly problems: readonly LineProblem[];
    };

/** Reads a list that somebody typed, an address or range a line. Every line has to be right. */
export function parseAddressList(text: string): ParsedAddressList {
  const builder = createListBuilder();
  for (const line of text.split("\n")) builder.addLine(line);
  const [first] = builder.problems();
  if (first !== undefined) {
    const count = builder.problemCount();
    const others = count === 1 ? "" : ` ${count - 1} more lines are not valid.`;
    const reason = `Line ${first.line}, “${first.text}”: ${first.reason}${others}`;
    return { ok: false, reason, problems: builder.problems() };
  }
  const built = builder.build();
  if (built !== null) return { ok: true, ...built };
  const reason = `The list is too long. The limit is ${RANGES_MAX.toLocaleString("en")} entries and 16 MB.`;
  return { ok: false, reason, problems: [] };
}
