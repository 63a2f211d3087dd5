import { runAbsent } from "./absent";
import { runAbuse } from "./abuse/abuse";
import { runCap } from "./cap";
import { CROWD_FAULTS } from "./crowd-faults";
import { runEndedLine } from "./ended-line";
import { runFigures } from "./figures";
import { runIntake } from "./intake/intake";
import { runLargeRun } from "./large-run";
import { runManyLosses } from "./many-losses";
import { runNeighbour } from "./neighbour";
import { runOrder } from "./order";
import { runRedisFailover } from "./redis-failover";
import { runRestore } from "./restore";
import { runReusedId } from "./reused-id";
import { runRolling } from "./rolling";
import type { Scenario } from "./scenario";
import { runSharing } from "./sharing";
import { runStop } from "./stop";
import { runTold } from "./told/told";
import { runToldToSleep } from "./told-to-sleep";
import { runTotalLoss } from "./total-loss";
import { runUndoneRights } from "./undone-rights";

/** What may be broken or measured, by name. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...CROWD_FAULTS,
  cap: runCap,
  absent: runAbsent,
  order: runOrder,
  sharing: runSharing,
  stop: runStop,
  told: runTold,
  "told-to-sleep": runToldToSleep,
  neighbour: runNeighbour,
  "redis-failover": runRedisFailover,
  "redis-total-loss": runTotalLoss,
  figures: runFigures,
  rolling: runRolling,
  restore: runRestore,
  abuse: runAbuse,
  "reused-id": runReusedId,
  "undone-rights": runUndoneRights,
  intake: runIntake,
  "ended-line": runEndedLine,
  "many-losses": runManyLosses,
  "large-run": runLargeRun,
};
