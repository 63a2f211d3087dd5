-- What limits the slots besides the settings. A new value has a version, so that none is undone.
-- NEEDS line
-- LEAVES limitsText limitsChanged replaceLimits admittedAgainstLimits noteSoldAgain soldAgainSince

-- `name=value;` for each that is set.
local function limitsText(line)
  local texts = {}
  for _, field in ipairs(FIELDS.limits) do
    if has(line, field) then texts[#texts + 1] = field .. "=" .. text(line, field) .. ";" end
  end
  return table.concat(texts)
end

local function limitsChanged(line) put(line, "limitsVersion", number(line, "limitsVersion") + 1) end

-- Units whose sale was written back since the last loss, by the tenth of a second in which they were sold.
local function noteSoldAgain(line, atMs, units)
  local parts, part = {}, math.floor(atMs / 100)
  for of, sum in string.gmatch(text(line, "soldAgain"), "(%d+):(%-?%d+);") do
    if tonumber(of) == part then units = units + sum else parts[#parts + 1] = of .. ":" .. sum .. ";" end
  end
  put(line, "soldAgain", table.concat(parts) .. string.format("%.0f:%.0f;", part, units))
end

-- Those that a stock which was right at a line time does not know of; in doubt more of them.
local function soldAgainSince(line, atMs)
  local units = 0
  for of, sum in string.gmatch(text(line, "soldAgain"), "(%d+):(%-?%d+);") do
    if tonumber(of) >= math.floor(atMs / 100) then units = units + sum end
  end
  return units
end

-- Puts the limits of a newer version into force, as they were at a line time. What was written back since the last
-- loss may be in them already: too little is given rather than too much.
local function replaceLimits(line, version, atMs, limits)
  for _, field in ipairs(FIELDS.limits) do drop(line, field) end
  for field, value in string.gmatch(limits, "(%w+)=([^;]*);") do put(line, field, value) end
  for _, field in ipairs(FIELDS.counted) do
    if has(line, field) then put(line, field, math.max(0, number(line, field) - number(line, "writtenBack"))) end
  end
  if has(line, "stock") then put(line, "stock", number(line, "stock") - soldAgainSince(line, atMs)) end
  put(line, "limitsVersion", version)
  put(line, "limitsAtMs", atMs)
end

-- Counts an admission that a loss made the line forget, unless the limits were taken down after it. Of the same moment
-- nobody knows: too little is given rather than too much.
local function admittedAgainstLimits(line, atMs)
  if atMs < number(line, "limitsAtMs") then return end
  put(line, "writtenBack", number(line, "writtenBack") + 1)
  for _, field in ipairs(FIELDS.counted) do
    if has(line, field) then put(line, field, math.max(0, number(line, field) - 1)) end
  end
end
