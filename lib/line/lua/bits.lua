-- Where a number stands in the bitmaps: those of all lanes stand in one string, number by number.
-- NEEDS
-- LEAVES bitOf

local function bitOf(line, lane, n) return n * line.lanes + lane end
