import { MARKS, type Mark } from "@/lib/domain/score/marks";

/** The byte that says all of these. */
export function marksOf(names: readonly Mark[]): number {
  return names.reduce((sum, name) => sum | MARKS[name], 0);
}
