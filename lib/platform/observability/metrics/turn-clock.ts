/** Some quarter of an hour, so that a time stays a small integer, which needs no memory of its own. */
const MASK = 0x3f_ff_ff_ff;

/**
 * Tells microseconds, the same throughout a turn of the event loop: to read the clock for each of the many requests of a
 * turn would take longer than to count them.
 */
export class TurnClock {
  private us = 0;
  private isRead = false;
  private readonly forget = () => {
    this.isRead = false;
  };

  now(): number {
    if (this.isRead) return this.us;
    this.isRead = true;
    this.us = (performance.now() * 1_000) & MASK;
    setImmediate(this.forget);
    return this.us;
  }
}

/** From one time to a later one, in seconds. */
export function secondsBetween(fromUs: number, toUs: number): number {
  return ((toUs - fromUs) & MASK) / 1_000_000;
}
