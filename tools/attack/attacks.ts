import type { Attack } from "./attack";
import { ACCOUNT_ATTACKS } from "./attacks/accounts";
import { APPROVAL_ATTACKS } from "./attacks/approvals";
import { CONSOLE_ATTACKS } from "./attacks/console";
import { DOOR_ATTACKS } from "./attacks/doors";
import { JOIN_ATTACKS } from "./attacks/joins";
import { KEYS_ATTACKS } from "./attacks/keys";
import { RECORD_ATTACKS } from "./attacks/records";
import { SITE_ATTACKS } from "./attacks/site";
import { WAITING_ROOM_ATTACKS } from "./attacks/waiting-room";
import { WORKER_ATTACKS } from "./attacks/worker";

export const ATTACKS: readonly Attack[] = [
  ...KEYS_ATTACKS,
  ...WAITING_ROOM_ATTACKS,
  ...JOIN_ATTACKS,
  ...WORKER_ATTACKS,
  ...SITE_ATTACKS,
  ...DOOR_ATTACKS,
  ...CONSOLE_ATTACKS,
  ...ACCOUNT_ATTACKS,
  ...RECORD_ATTACKS,
  ...APPROVAL_ATTACKS,
];
