-- NEEDS line
local line = readLine(keys.line)
if number(line, "run") ~= args.runId then return { "RUN" } end
put(line, "drawFreeze", args.freeze)
put(line, "drawClosed", "1")
put(line, "drawLast", args.lastIndex)
flush(line)
return answer({})
