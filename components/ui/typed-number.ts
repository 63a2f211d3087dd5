const FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** As it stands in a field that nobody types in; no number is the empty field. */
export function formatTyped(value: number | null): string {
  return value === null || Number.isNaN(value) ? "" : FORMAT.format(value);
}

const GROUPED = /^-?\d{1,3}([,\s_’']\d{3})+(\.\d*)?$/;
const PLAIN = /^-?(\d+[.,]?\d*|[.,]\d+)$/;

/**
 * Reads what was typed: thousands may have commas, spaces or apostrophes between them, and the point may be a comma. Null
 * for nothing, NaN for what is no number.
 */
export function readTyped(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  if (GROUPED.test(text)) return Number(text.replace(/[,\s_’']/g, ""));
  return PLAIN.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

/** Whether a text has only what numbers are written with. */
export function isBeginning(text: string): boolean {
  return /^\s*-?[\d.,\s_’']*$/.test(text);
}

/** Why a value cannot stand in a field; undefined for one that can, and for none. */
export function rangeProblem(value: number | null, { min, max, step }: Range): string | undefined {
  if (value === null) return undefined;
  const isWhole = !Number.isInteger(step) || Number.isInteger(value);
  if (isWhole && value >= min && value <= max) return undefined;
  const what = Number.isInteger(step) ? "Enter a whole number" : "Enter a number";
  if (max === Number.MAX_SAFE_INTEGER) return `${what} of at least ${FORMAT.format(min)}.`;
  return `${what} from ${FORMAT.format(min)} to ${FORMAT.format(max)}.`;
}

type Range = { readonly min: number; readonly max: number; readonly step: number };

/** The next multiple of the step in that direction, within the range; from no number the smallest value. */
export function stepped(value: number | null, direction: 1 | -1, range: Range): number {
  const { min, max, step } = range;
  if (value === null || Number.isNaN(value)) return min;
  const steps = value / step;
  // A tenth has no exact value: two that differ by less than a millionth of a step are one.
  const isOnStep = Math.abs(steps - Math.round(steps)) < 1e-6;
  const from = isOnStep ? Math.round(steps) : steps;
  const next = direction === 1 ? Math.floor(from) + 1 : Math.ceil(from) - 1;
  return Math.min(max, Math.max(min, Number((next * step).toFixed(6))));
}
