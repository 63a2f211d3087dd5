import type { Schedule } from "../../host/index.ts";

/** Timers that let the process end. */
export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
};
