import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CACHES } from "./conformance/cache-scenarios.ts";
import { CONFIG } from "./conformance/config-scenarios.ts";
import { COOKIES } from "./conformance/cookie-scenarios.ts";
import { DOORS } from "./conformance/door-scenarios.ts";
import { ENDS } from "./conformance/end-scenarios.ts";
import { INSIDE, OUTSIDE } from "./conformance/line-scenarios.ts";
import { PASSES } from "./conformance/pass-scenarios.ts";
import type { Scenario } from "./conformance/scenario.ts";
import type { StartSite } from "./conformance/site.ts";
import { HOSTILE, TRUST } from "./conformance/trust-scenarios.ts";
import { inVain, openWorld, type World } from "./conformance/world.ts";

const SCENARIOS = {
  ...OUTSIDE,
  ...INSIDE,
  ...DOORS,
  ...ENDS,
  ...COOKIES,
  ...CACHES,
  ...TRUST,
  ...HOSTILE,
  ...CONFIG,
  ...PASSES,
};

/** A runtime under test. */
export interface Conformance {
  /** As it is called in the matrix. */
  readonly runtime: string;
  readonly start: StartSite;
  /**
   * Why the runtime cannot do a scenario, by the scenario's name. It is run all the same and has
   * to fail, so that what is possible after all does not stay declared.
   */
  readonly cannot?: Readonly<Record<string, string>>;
}

async function expectFailure(scenario: Scenario, world: World): Promise<void> {
  const outcome = await inVain(() => scenario(world)).then(
    () => "it works",
    () => "it fails",
  );
  expect(outcome, "This is possible here after all: take it out of `cannot`").toBe("it fails");
}

/** Every adapter runs these same scenarios, so that runtimes cannot disagree. */
export function runConformance({ runtime, start, cannot = {} }: Conformance): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  describe(`${runtime} keeps the protocol`, () => {
    let world: World;
    beforeAll(async () => {
      world = await openWorld(start);
    });
    afterAll(() => world.close());

    for (const [name, scenario] of Object.entries(SCENARIOS)) {
      const reason = Object.hasOwn(cannot, name) ? cannot[name] : undefined;
      if (reason === undefined) test(name, () => scenario(world));
      else test(`${name} (not possible here: ${reason})`, () => expectFailure(scenario, world));
    }

    test("names only scenarios that exist as impossible", () => {
      expect(Object.keys(cannot).filter((name) => !Object.hasOwn(SCENARIOS, name))).toEqual([]);
    });
  });
}
