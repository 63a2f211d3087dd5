import { defineScript } from "../define-script";

/**
 * Answers how many waiting-room processes are alive. With a `nodeId` that process is noted first;
 * with an empty one nothing is written.
 */
export const runAlive = defineScript({
  name: "alive",
  keys: ["nodes"],
  args: { nodeId: "string" },
  reply: { count: "integer" },
  refusals: [],
});
