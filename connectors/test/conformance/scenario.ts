import type { World } from "./world.ts";

/** One thing that every adapter does alike. */
export type Scenario = (world: World) => Promise<void>;

/** Scenarios by the guarantee that they show. */
export type Scenarios = Readonly<Record<string, Scenario>>;
