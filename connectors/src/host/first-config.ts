import { requireOptions } from "./options.ts";
import type { FirstConfig } from "./parts.ts";

/**
 * Makes the part that lets requests wait for the first config, in a process that has none yet: the one
 * time that a visitor may wait for the waiting room.
 *
 * @throws TypeError when the time is not above 0
 */
export function waitForFirstConfig(milliseconds: number): FirstConfig {
  requireOptions({ firstConfig: milliseconds > 0 });
  return (pull) =>
    Promise.race([pull, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}
