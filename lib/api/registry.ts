import type { Operation } from "./operation";
import { ACCESS_CODE_OPERATIONS } from "./operations/access-codes";
import { CONTROL_OPERATIONS } from "./operations/controls";
import { EVENT_OPERATIONS } from "./operations/events";
import { MESSAGE_OPERATIONS } from "./operations/messages";
import { STAFF_LINK_OPERATIONS } from "./operations/staff-links";

/** Everything that programs can do, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...EVENT_OPERATIONS,
  ...CONTROL_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...ACCESS_CODE_OPERATIONS,
  ...STAFF_LINK_OPERATIONS,
];
