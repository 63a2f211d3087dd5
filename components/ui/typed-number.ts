const FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** As it stands in a field that nobody types in; null is the empty field. */
export function formatTyped(value: number | null): string {
  return value === null ? "" : FORMAT.format(value);
}

/** Reads what was typed, with or without commas or spaces between thousands; null where that is no number. */
export function readTyped(text: string): number | null {
  const plain = text.replace(/[,\s_’']/g, "");
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** Whether a text may become a number when more is typed. */
export function isBeginning(text: string): boolean {
  return /^\s*-?[\d,\s_’']*\.?\d*\s*$/.test(text);
}

type Range = { readonly min: number; readonly max: number; readonly step: number };

/** The next multiple of the step in that direction, within the range; from nothing the smallest value. */
export function stepped(value: number | null, direction: 1 | -1, range: Range): number {
  const { min, max, step } = range;
  if (value === null) return min;
  const steps = value / step;
  // A tenth has no exact value: two that differ by less than a millionth of a step are one.
  const isOnStep = Math.abs(steps - Math.round(steps)) < 1e-6;
  const from = isOnStep ? Math.round(steps) : steps;
  const next = direction === 1 ? Math.floor(from) + 1 : Math.ceil(from) - 1;
  return Math.min(max, Math.max(min, Number((next * step).toFixed(6))));
}
