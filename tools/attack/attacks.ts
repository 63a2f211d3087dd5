import type { Attack } from "./attack";
import { KEYS_ATTACKS } from "./attacks/keys";
import { WAITING_ROOM_ATTACKS } from "./attacks/waiting-room";
import { WORKER_ATTACKS } from "./attacks/worker";

/** All attacks in the order in which they are run. */
export const ATTACKS: readonly Attack[] = [
  ...KEYS_ATTACKS,
  ...WAITING_ROOM_ATTACKS,
  ...WORKER_ATTACKS,
];
