import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import promises from "node:timers/promises";
import { Agenda } from "@/simulation/agenda";

const { setTimeout, setInterval, clearTimeout, clearInterval } = timers;
const REAL = {
  timers: { setTimeout, setInterval, clearTimeout, clearInterval },
  promises: { setTimeout: promises.setTimeout },
};

type Timer = { isOff: boolean };

/**
 * Makes time pass at once in this process: `Date`, the monotonic clock, and timers from `node:timers` and its promises.
 * Global timers, which drivers of databases take, stay real; Redis and Postgres keep their own clocks.
 */
export class SimulatedClock {
  readonly agenda = new Agenda();
  sleeping = 0;
  /** By how much the clocks of this process are ahead, in milliseconds. */
  aheadMs = 0;
  private readonly realDate = Date;
  private readonly realNow = performance.now.bind(performance);

  install(): void {
    const RealDate = this.realDate;
    // A class that extends Date takes what Date takes; without arguments it tells the simulated time.
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given: readonly unknown[], newTarget) =>
        Reflect.construct(
          target,
          given.length === 0 ? [RealDate.now() + this.aheadMs] : given,
          newTarget,
        ),
      get: (target, name, receiver) =>
        name === "now" ? () => RealDate.now() + this.aheadMs : Reflect.get(target, name, receiver),
    });
    performance.now = () => this.realNow() + this.aheadMs;
    replace({
      timers: {
        setTimeout: (run: () => void, ms = 0) => this.plan(ms, run, false),
        setInterval: (run: () => void, ms = 0) => this.plan(ms, run, true),
        clearInterval: callOff,
        clearTimeout: callOff,
      },
      promises: { setTimeout: <T>(ms?: number, value?: T) => this.sleep(ms ?? 0, value) },
    });
    this.agenda.nowMs = this.nowMs;
  }

  uninstall(): void {
    globalThis.Date = this.realDate;
    performance.now = this.realNow;
    replace(REAL);
  }

  get nowMs(): number {
    return this.realNow() + this.aheadMs;
  }

  /** Skips what is left until a moment of the monotonic clock; answers how much that was. */
  skipTo(atMs: number): number {
    const skippedMs = Math.max(0, Math.ceil(atMs - this.nowMs));
    this.aheadMs += skippedMs;
    return skippedMs;
  }

  private sleep<T>(ms: number, value?: T): Promise<T> {
    this.sleeping += 1;
    return new Promise((resolve) => {
      this.agenda.at(this.nowMs + ms, () => {
        this.sleeping -= 1;
        // What was not given is undefined, as Node answers it.
        resolve(value as T);
      });
    });
  }

  private plan(ms: number, run: () => void, isRepeated: boolean): Timer {
    const timer = { isOff: false };
    const act = (): void => {
      if (timer.isOff) return;
      run();
      if (isRepeated) this.agenda.at(this.nowMs + ms, act);
    };
    this.agenda.at(this.nowMs + ms, act);
    return timer;
  }
}

function replace(given: { readonly timers: object; readonly promises: object }): void {
  Object.assign(timers, given.timers);
  Object.assign(promises, given.promises);
  syncBuiltinESMExports();
}

function callOff(timer: Timer | undefined): void {
  if (timer !== undefined) timer.isOff = true;
}
