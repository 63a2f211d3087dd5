-- NEEDS line seats
local line = readLine(keys.line)
local isCapped = number(line, "activeCap") > 0 or has(line, "inletCap")
local seats = openSeats(line, keys)
for kind, queueId in eachMember() do
  if kind == "over" then
    giveBackSeat(seats, queueId)
  elseif isCapped or hasNamedSeat(seats, queueId) then
    leaseSeat(seats, queueId)
  end
end
return answer({ taken = isCapped and seats.taken or 0 })
