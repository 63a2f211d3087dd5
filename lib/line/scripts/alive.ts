import { defineScript } from "../define-script";

/** A process that was not heard of for this long is gone. */
const ALIVE_MS = 5_000;

/**
 * Answers how many waiting-room processes are alive. With a `nodeId` that process is noted first;
 * with an empty one nothing is written.
 */
export const runAlive = defineScript({
  name: "stanchionAlive",
  keys: ["nodesKey"],
  args: { nodeId: "string" },
  lua: /* lua */ `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if nodeId ~= "" then
  redis.call("ZADD", nodesKey, now, nodeId)
  redis.call("ZREMRANGEBYSCORE", nodesKey, "-inf", now - ${ALIVE_MS})
end
return redis.call("ZCOUNT", nodesKey, "(" .. (now - ${ALIVE_MS}), "+inf")
`,
  parseReply: Number,
});
