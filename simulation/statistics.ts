export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that a share of all lies below; `share` from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function round(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}

/** How much of the spread of y a straight line over x explains, from 0 to 1. */
export function rSquared(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  return xx === 0 || yy === 0 ? 0 : (xy * xy) / (xx * yy);
}

/**
 * How likely counts at least this uneven are when rows and columns have nothing to do with each other
 * (Pearson's chi-square test of independence). Columns without a count are left out.
 */
export function independencePValue(rows: readonly (readonly number[])[]): number {
  const rowSums = rows.map((row) => row.reduce((sum, count) => sum + count, 0));
  const total = rowSums.reduce((sum, count) => sum + count, 0);
  const columns = (rows[0] ?? []).map((_, index) =>
    rows.reduce((sum, row) => sum + (row[index] ?? 0), 0),
  );
  let statistic = 0;
  rows.forEach((row, rowIndex) => {
    row.forEach((count, index) => {
      const expected = ((rowSums[rowIndex] ?? 0) * (columns[index] ?? 0)) / total;
      if (expected > 0) statistic += (count - expected) ** 2 / expected;
    });
  });
  const used = columns.filter((sum) => sum > 0).length;
  return chiSquarePValue(statistic, (rows.length - 1) * (used - 1));
}

/** The upper tail of the chi-square distribution: the regularised gamma function Q(k/2, x/2). */
export function chiSquarePValue(statistic: number, degreesOfFreedom: number): number {
  const a = degreesOfFreedom / 2;
  const x = statistic / 2;
  if (x <= 0 || a <= 0) return 1;
  return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x);
}

/** P(a, x) by its series, which converges fast for x < a + 1. */
function gammaSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < 1_000 && term > sum * 1e-15; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(-x + a * Math.log(x) - logGamma(a));
}

/** Q(a, x) by its continued fraction (Lentz), which converges fast for x ≥ a + 1. */
function gammaFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 1_000; n += 1) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / nonZero(an * d + b, tiny);
    c = nonZero(b + an / c, tiny);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return value * Math.exp(-x + a * Math.log(x) - logGamma(a));
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** ln Γ(a) for a > 0 by Stirling's series, after moving a above 10. */
function logGamma(a: number): number {
  let shift = 0;
  let x = a;
  while (x < 10) {
    shift += Math.log(x);
    x += 1;
  }
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1_260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** What an admitted visitor did. Times are milliseconds. */
export type Entry = {
  readonly number: number;
  readonly askedAtMs: number;
  readonly admittedAtMs: number;
};

/**
 * Pairs (a, b): a's number is lower by more than ten seconds of outflow, a asked to enter before b was
 * admitted, and b was admitted first (guarantee 3 of the engine).
 */
export function countInversions(entries: readonly Entry[], outflowPerMinute: number): number {
  const window = outflowPerMinute / 6;
  const inOrder = [...entries].sort((a, b) => a.admittedAtMs - b.admittedAtMs);
  let inversions = 0;
  inOrder.forEach((b, index) => {
    for (let later = index + 1; later < inOrder.length; later += 1) {
      const a = inOrder[later];
      if (a === undefined || b.number - a.number <= window) continue;
      if (a.askedAtMs < b.admittedAtMs && b.admittedAtMs < a.admittedAtMs) inversions += 1;
    }
  });
  return inversions;
}

/**
 * How likely two groups are to stand at least this far apart when chance alone has ordered them: the rank-sum test of
 * Mann and Whitney, both sides, by its normal approximation. All values differ.
 */
export function rankSumPValue(one: readonly number[], other: readonly number[]): number {
  const all = [...one, ...other].sort((a, b) => a - b);
  const rankOf = new Map(all.map((value, index) => [value, index + 1]));
  const sum = one.reduce((total, value) => total + (rankOf.get(value) ?? 0), 0);
  const expected = (one.length * (all.length + 1)) / 2;
  const variance = (expected * other.length) / 6;
  return variance === 0 ? 1 : chiSquarePValue((sum - expected) ** 2 / variance, 1);
}
