/** Processor time, which other processes on the machine change less than the time of day. */
function nanosecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000;
}

/** Nanoseconds of processor time that one run of many takes. */
export function nanosecondsEach(count: number, run: () => unknown): number {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) run();
  return nanosecondsSince(start) / count;
}

/** The same for what has to be awaited. */
export async function nanosecondsEachAwaited(
  count: number,
  run: () => Promise<unknown>,
): Promise<number> {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await run();
  return nanosecondsSince(start) / count;
}
