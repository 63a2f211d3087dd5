/**
 * Admissions by the bit of their number, kept in two halves that take turns: what is noted stands in the
 * current one, and when that is old enough the other is emptied and takes over. So forgetting costs
 * nothing for each of them.
 */
export const RECENT_HALVES_LUA = /* lua */ `
-- The half whose turn it is, and the other.
local function recentHalves(turn)
  if turn == 0 then return recentEvenKey, recentOddKey end
  return recentOddKey, recentEvenKey
end
`;
