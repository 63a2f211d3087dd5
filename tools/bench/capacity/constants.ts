import type { MEASURED } from "@/lib/domain/capacity/plan-capacity";
import type { Figures } from "@/tools/shared/bars";

/** The benchmarks that the capacity plan multiplies by, as they measured in one go. */
export const CAPACITY_BENCHMARKS = ["waiting-room", "standing", "page"] as const;
type Measured = Readonly<Record<(typeof CAPACITY_BENCHMARKS)[number], Figures>>;

/**
 * What the plan keeps of them, with as many digits as a machine repeats. Joins are those of an event with limits, as new
 * events have them. Throws where a figure is missing.
 */
export function capacityConstants(measured: Measured, measuredAt: string): typeof MEASURED {
  const room = (path: string) => figureAt(measured["waiting-room"], path);
  const standing = (path: string) => figureAt(measured.standing, path);
  return {
    measuredAt,
    checkInsPerSecond: rounded(room("perSecond.status")),
    lineReadsPerSecond: rounded(room("perSecond.line")),
    joinsPerSecond: rounded(room("perSecond.join")),
    redisCallsPerJoin: Math.round(100 * room("redisCallsPerJoin")) / 100,
    processMegabytes: Math.ceil(standing("baseMegabytes")),
    redisBytesPerVisitor: Math.ceil(
      (standing("redisMegabytesInRush") * BYTES_PER_MEGABYTE) / standing("visitors"),
    ),
    requestsPerVisitorHour: rounded(standing("requestsPerVisitorHour")),
    lineShare: Math.round(100 * standing("lineShare")) / 100,
    pageBytes: figureAt(measured.page, "bytes"),
  };
}

const BYTES_PER_MEGABYTE = 1_048_576;

/** To three digits. */
const rounded = (value: number): number => Number(value.toPrecision(3));

function figureAt(figures: Figures, path: string): number {
  const found = path.split(".").reduce<unknown>((part, name) => Object(part)[name], figures);
  if (typeof found !== "number" || !Number.isFinite(found) || found <= 0)
    throw new Error(`Nothing was measured of ${path}.`);
  return found;
}
