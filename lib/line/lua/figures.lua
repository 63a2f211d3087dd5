-- Counts of the last 15 minutes in five-second buckets, each used again when its time is over.
-- NEEDS
-- LEAVES openFigures currentFigures addFigures addToLane

local function openFigures(key, now)
  return { key = key, bucket = math.floor(now / FIGURES.bucketMs), held = nil }
end

-- The text of the current bucket; read once for each call.
local function currentFigures(figures)
  local field = string.format("%d", figures.bucket % FIGURES.buckets)
  figures.held = figures.held or redis.call("HGET", figures.key, field) or ""
  return figures.held
end

-- `people` is how many wait now; nil leaves that as it is.
local function addFigures(figures, joined, admitted, people)
  local bucket = figures.bucket
  local at, j, a, w = string.match(currentFigures(figures), "^(%d+):(%d+):(%d+):(%d+)$")
  if tonumber(at or -1) ~= bucket then j, a, w = 0, 0, 0 end
  local new = string.format("%d:%d:%d:%d", bucket, j + joined, a + admitted, people or w)
  if new == figures.held then return end
  redis.call("HSET", figures.key, string.format("%d", bucket % FIGURES.buckets), new)
  figures.held = new
end

-- Admissions of one lane in a ring that is a little longer than a minute. A line with one lane needs none.
local function addToLane(line, figures, lane, admitted)
  if line.lanes == 1 then return end
  local field = string.format("%d:%d", lane, figures.bucket % FIGURES.laneBuckets)
  local at, before = string.match(redis.call("HGET", figures.key, field) or "", "^(%d+):(%d+)$")
  if tonumber(at or -1) ~= figures.bucket then before = 0 end
  redis.call("HSET", figures.key, field, string.format("%d:%d", figures.bucket, before + admitted))
end
