-- Where a number stands in the bitmaps: those of all lanes stand in one string, position by position.
-- NEEDS epochs
-- LEAVES bitOf

local function bitOf(line, lane, n) return positionOf(line, lane, n) * line.lanes + lane end
