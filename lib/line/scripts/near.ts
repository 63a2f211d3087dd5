import { defineScript } from "../define-script";
import { GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { type GuardedStatus, parseGuardedReply } from "./reply";

/**
 * Notes that the holders of these numbers are there. Takes no slot. Near the front it confirms them;
 * a number in a hole shows that it was handed out before a loss, so the hole ends above it. Numbers
 * that were never handed out are left alone, so that nobody can fill the bitmap.
 */
export const runNear = defineScript({
  name: "stanchionNear",
  keys: ["lineKey", "confirmedKey", "unnamedSeatsKey"],
  args: GUARD_ARGUMENTS,
  lua: /* lua */ `
${GUARD_LUA}
if stopped then return stopped end
local reach = number(of("serving")) + 2 * math.max(200, math.ceil(20 * rate))
for i = 1, restCount do
  local n = tonumber(rest(i))
  if n >= 1 and n <= number(of("last")) then
    put(of("holes"), (string.gsub(line[of("holes")] or "", "(%d+):(%d+):(%d+);", function(from, to, mark)
      if n >= tonumber(from) and n <= tonumber(to) and n > tonumber(mark) then
        return string.format("%s:%s:%.0f;", from, to, n)
      end
    end)))
    if n - inHoles(number(of("serving")) + 1, n) <= reach then redis.call("SETBIT", confirmedKey, bitOf(n), 1) end
  end
end
flush()
return { "OK" }
`,
  parseReply: (raw): GuardedStatus => parseGuardedReply(raw).status,
});
