import type { Addresses } from "../api/with-api";
import { tryAkamai } from "./akamai";
import { tryAws } from "./aws";
import { tryCloudflare } from "./cloudflare";
import { tryForwardAuth } from "./forward-auth";
import { tryOidc } from "./oidc";
import { tryQueueIt } from "./queueit";

/** What a system shows: how many of its trials failed, and figures of its own. */
export type Shown = {
  readonly failed: number;
  readonly figures: Readonly<Record<string, unknown>>;
};

/** Drives an installation by what was written for another maker's system, and tells each trial that failed. */
export type TrySystem = (addresses: Addresses, tell: (what: string) => void) => Promise<Shown>;

/** Everything that claims to work here with an address changed, by its name in the figures. */
export const SYSTEMS: Readonly<Record<string, TrySystem>> = {
  aws: tryAws,
  cloudflare: tryCloudflare,
  oidc: tryOidc,
  queueit: tryQueueIt,
  akamai: tryAkamai,
  forwardAuth: tryForwardAuth,
};
