import type { LineProblem } from "@/lib/domain/line-faults";
import { type BuiltList, createListBuilder, RANGES_MAX } from "./list-builder";

export type ParsedAddressList =
  | ({ readonly ok: true } & BuiltList)
  | {
      readonly ok: false;
      readonly reason: string;
      /** The first lines that are wrong, and how many there are. */
      readonly faults: readonly LineProblem[];
      readonly faultCount: number;
    };

/** Reads a list that somebody typed, an address or range a line. Every line has to be right. */
export function parseAddressList(text: string): ParsedAddressList {
  const builder = createListBuilder();
  for (const line of text.split("\n")) builder.addLine(line);
  const faultCount = builder.problemCount();
  const faults = builder.problems().map(({ line, text: wrong, reason }) => ({
    line,
    reason: `“${wrong}”: ${reason}`,
  }));
  if (faultCount > 0) return { ok: false, reason: "Some lines are not valid.", faults, faultCount };
  const built = builder.build();
  if (built !== null) return { ok: true, ...built };
  const reason = `The list is too long. The limit is ${RANGES_MAX.toLocaleString("en")} entries and 16 MB.`;
  return { ok: false, reason, faults, faultCount };
}
