import type { Addresses } from "../api/with-api";
import { tryCloudflare } from "./cloudflare";

/** What a system shows: how many of its trials failed, and figures of its own. */
export type Shown = {
  readonly failed: number;
  readonly figures: Readonly<Record<string, unknown>>;
};

/** Drives an installation by what was written for another maker's system, and tells each trial that failed. */
export type TrySystem = (addresses: Addresses, tell: (what: string) => void) => Promise<Shown>;

/** Everything that claims to work here with an address changed, by its name in the figures. */
export const SYSTEMS: Readonly<Record<string, TrySystem>> = {
  cloudflare: tryCloudflare,
};
