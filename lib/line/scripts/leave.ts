import { defineScript } from "../define-script";
import { GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { type GuardedStatus, parseGuardedReply } from "./reply";

/**
 * Ends places that their holders gave back: a number that was not let in is spent without a slot, a
 * seat is free at once. Members follow as pairs: number, queue id. Repeating it changes nothing.
 */
export const runLeave = defineScript({
  name: "stanchionLeave",
  keys: ["lineKey", "spentKey", "seatsKey", "unnamedSeatsKey"],
  args: GUARD_ARGUMENTS,
  lua: /* lua */ `
${GUARD_LUA}
if stopped then return stopped end
for i = 1, restCount, 2 do
  local n = tonumber(rest(i))
  if n >= 1 and n <= number(of("last")) then
    local isNew = redis.call("SETBIT", spentKey, bitOf(n), 1) == 0
    if isNew and n > number(of("serving")) then put(of("gone"), number(of("gone")) + 1) end
    redis.call("ZREM", seatsKey, rest(i + 1))
  end
end
flush()
return { "OK" }
`,
  parseReply: (raw): GuardedStatus => parseGuardedReply(raw).status,
});
