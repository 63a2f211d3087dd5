-- What limits the slots besides the settings. A new value has a version, so that none is undone.
-- NEEDS line
-- LEAVES limitsText limitsChanged replaceLimits admittedAgainstLimits

-- `name=value;` for each that is set.
local function limitsText(line)
  local texts = {}
  for _, field in ipairs(FIELDS.limits) do
    if has(line, field) then texts[#texts + 1] = field .. "=" .. text(line, field) .. ";" end
  end
  return table.concat(texts)
end

local function limitsChanged(line) put(line, "limitsVersion", number(line, "limitsVersion") + 1) end

-- Puts the limits of a newer version into force, as they were at a line time. What was written back since the last
-- loss may be in them already: too little is given rather than too much.
local function replaceLimits(line, version, atMs, limits)
  for _, field in ipairs(FIELDS.limits) do drop(line, field) end
  for field, value in string.gmatch(limits, "(%w+)=([^;]*);") do put(line, field, value) end
  for _, field in ipairs(FIELDS.counted) do
    if has(line, field) then put(line, field, math.max(0, number(line, field) - number(line, "writtenBack"))) end
  end
  put(line, "limitsVersion", version)
  put(line, "limitsAtMs", atMs)
end

-- Counts an admission that a loss made the line forget, unless the limits were taken down after it.
local function admittedAgainstLimits(line, atMs)
  if atMs <= number(line, "limitsAtMs") then return end
  put(line, "writtenBack", number(line, "writtenBack") + 1)
  for _, field in ipairs(FIELDS.counted) do
    if has(line, field) then put(line, field, math.max(0, number(line, field) - 1)) end
  end
end
