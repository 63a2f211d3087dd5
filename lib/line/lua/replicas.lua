-- What this Redis knows of its replicas: whether another may have taken its place, or it that of another.
-- NEEDS line
-- LEAVES replicationId isCutOff holdFor noteOffset isCopied

-- Kept in `shared` for the whole call.
local function replication(shared)
  shared.replication = shared.replication or redis.call("INFO", "replication")
  return shared.replication
end

-- Which Redis this is: it differs after every restart and promotion.
local function replicationId(shared)
  shared.replid = shared.replid or string.match(replication(shared), "master_replid:(%w+)")
  return shared.replid
end

-- Redis tells how many replicas it needs only where it needs any, and takes no writes while it knows that they
-- are away. It looks once a second: one that stood still does not know it yet when it goes on.
local function isCutOff(shared)
  if shared.isCutOff == nil then
    local told = replication(shared)
    shared.isCutOff = string.find(told, "min_slaves_good_slaves", 1, true) ~= nil
    for seconds in string.gmatch(told, "state=online,offset=%d+,lag=(%d+)") do
      if seconds + 0 <= REPLICAS.lagSeconds then shared.isCutOff = false end
    end
  end
  return shared.isCutOff
end

-- How long to hold everything after a loss. The Redis that was the master before may go on until it knows that it
-- has lost its replicas.
local function holdFor(holdMs, shared)
  local told = replication(shared)
  local hasReplicas = string.find(told, "connected_slaves:[1-9]") ~= nil
  local wasReplica = string.find(told, "master_replid2:0*[^0%s]") ~= nil
  return (hasReplicas or wasReplica) and math.max(holdMs, REPLICAS.holdMs) or holdMs
end

-- Remembers how far the master had written when this call began. Nothing else is written before what this call
-- writes itself.
local function noteOffset(line, shared)
  put(line, "heldOffset", string.match(replication(shared), "master_repl_offset:(%d+)"))
end

-- Whether a replica, if this Redis needs any, has what was written behind the offset that was remembered.
local function isCopied(line, shared)
  if not has(line, "heldOffset") then return true end
  local told, from = replication(shared), number(line, "heldOffset")
  local isCopied = string.find(told, "connected_slaves:0", 1, true) ~= nil
  for offset in string.gmatch(told, "state=online,offset=(%d+)") do isCopied = isCopied or offset + 0 > from end
  if isCopied then drop(line, "heldOffset") end
  return isCopied
end
