import type { Attack } from "./attack";
import { WORKER_ATTACKS } from "./attacks/worker";

/** All attacks in the order in which they are run. */
export const ATTACKS: readonly Attack[] = [...WORKER_ATTACKS];
