import type { Scenario } from "./cluster";
import { CROWD_FAULTS } from "./crowd-faults";

/** What may be broken or measured, by name; a scenario is loaded where it is wanted. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...CROWD_FAULTS,
  cap: async (given) => (await import("./cap")).runCap(given),
  absent: async (given) => (await import("./absent")).runAbsent(given),
  order: async (given) => (await import("./order")).runOrder(given),
  sharing: async (given) => (await import("./sharing")).runSharing(given),
  stop: async (given) => (await import("./stop")).runStop(given),
  told: async (given) => (await import("./told/told")).runTold(given),
  "told-to-sleep": async (given) => (await import("./told-to-sleep")).runToldToSleep(given),
  neighbour: async (given) => (await import("./neighbour")).runNeighbour(given),
  "redis-failover": async (given) => (await import("./redis-failover")).runRedisFailover(given),
  "cluster-failover": async (given) => (await import("./redis-cluster")).runClusterFailover(given),
  "cluster-reshard": async (given) => (await import("./redis-cluster")).runClusterReshard(given),
  "room-cut-off": async (given) => (await import("./hosts/room-cut-off")).runRoomCutOff(given),
  "region-cut": async (given) => (await import("./hosts/region-cut")).runRegionCut(given),
  "redis-total-loss": async (given) => (await import("./total-loss")).runTotalLoss(given),
  figures: async (given) => (await import("./figures")).runFigures(given),
  rolling: async (given) => (await import("./rolling")).runRolling(given),
  restore: async (given) => (await import("./restore")).runRestore(given),
  abuse: async (given) => (await import("./abuse/abuse")).runAbuse(given),
  "reused-id": async (given) => (await import("./reused-id")).runReusedId(given),
  "undone-rights": async (given) => (await import("./undone-rights")).runUndoneRights(given),
  intake: async (given) => (await import("./intake/intake")).runIntake(given),
  "ended-line": async (given) => (await import("./ended-line")).runEndedLine(given),
  "many-losses": async (given) => (await import("./many-losses")).runManyLosses(given),
  webhooks: async (given) => (await import("./webhooks/webhooks")).runWebhooks(given),
  "large-run": async (given) => (await import("./large-run")).runLargeRun(given),
};
