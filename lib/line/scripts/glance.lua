-- NEEDS line presence pace
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
local _, _, waiting = countPeople(line)
return answer({ line = line, lineTimeMs = line.now, waiting = waiting, outflowPerMinute = paceOf(line).outflow })
