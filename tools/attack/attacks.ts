import type { Attack } from "./attack";
import { KEYS_ATTACKS } from "./attacks/keys";
import { SITE_ATTACKS } from "./attacks/site";
import { WORKER_ATTACKS } from "./attacks/worker";

/** All attacks in the order in which they are run. */
export const ATTACKS: readonly Attack[] = [...KEYS_ATTACKS, ...WORKER_ATTACKS, ...SITE_ATTACKS];
