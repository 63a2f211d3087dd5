import { countAt, type WaitingState } from "@/lib/domain/line/waiting-estimator";

/** How many wait as far as several processes have seen: the line adds up what each counts. */
export function waitingAt(processes: readonly WaitingState[], lineTimeMs: number): number {
  const sum = processes.reduce((total, process) => total + countAt(process, lineTimeMs), 0);
  return Math.max(0, sum);
}
