-- Recent admissions stand in two halves that take turns: what is noted goes into the current one, and when
-- that is old enough the other is emptied and takes over. So forgetting costs nothing for each of them.
-- NEEDS
-- LEAVES recentHalves

-- The half whose turn it is, and the other.
local function recentHalves(keys, turn)
  if turn == 0 then return keys.recentEven, keys.recentOdd end
  return keys.recentOdd, keys.recentEven
end
