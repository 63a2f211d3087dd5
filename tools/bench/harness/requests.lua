-- Sends the prepared requests of a file one after another: `wrk … -s requests.lua URL -- FILE`. They
-- are read before the load begins, so that making them costs nothing while it lasts.
local requests, sent = {}, 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in string.gmatch(file:read("*a"), "(%Z+)%z") do requests[#requests + 1] = request end
  file:close()
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"refused":%d,"broken":%d,"p50Ms":%f,"p99Ms":%f}\n',
    summary.requests, summary.duration / 1e6, errors.status, broken,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
