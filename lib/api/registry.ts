import type { Operation } from "./operation";
import { CONTROL_OPERATIONS } from "./operations/controls";
import { EVENT_OPERATIONS } from "./operations/events";

/** Everything that programs can do, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [...EVENT_OPERATIONS, ...CONTROL_OPERATIONS];
