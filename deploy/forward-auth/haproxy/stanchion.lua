-- For `lua-load`: the action lua.stanchion asks the connector about a request. It needs HAProxy 2.5 or newer.
local key = os.getenv("STANCHION_PROXY_KEY") or ""
local connector = os.getenv("STANCHION_FORWARD_AUTH") or "http://127.0.0.1:9080/"

-- Of this hop, or said by HAProxy itself.
local dropped = {}
for name in ("connection content-length expect host keep-alive te transfer-encoding upgrade x-forwarded-for"
  .. " x-forwarded-host x-forwarded-method x-forwarded-proto x-forwarded-uri x-stanchion-host x-stanchion-key")
  :gmatch("%S+") do
  dropped[name] = true
end

-- HAProxy counts values from 0.
local function listed(values)
  local list = {}
  for index = 0, #values do
    list[#list + 1] = values[index]
  end
  return list
end

local function question(txn)
  local headers = {}
  for name, values in pairs(txn.http:req_get_headers()) do
    if not dropped[name] then
      headers[name] = listed(values)
    end
  end
  headers["x-stanchion-key"] = { key }
  headers["x-forwarded-method"] = { txn.f:method() }
  headers["x-forwarded-proto"] = { txn.f:ssl_fc() == 1 and "https" or "http" }
  headers["x-forwarded-host"] = { txn.f:req_hdr("host") }
  headers["x-forwarded-uri"] = { txn.f:pathq() }
  headers["x-forwarded-for"] = { txn.f:src() }
  return headers
end

local function first(response, name)
  local values = response.headers[name]
  return values and values[0]
end

-- What the response of the site gets besides.
local function remember(txn, response)
  for variable, name in pairs({
    cookie_1 = "x-stanchion-cookie-1",
    cookie_2 = "x-stanchion-cookie-2",
    connector = "x-queueit-connector",
    failed = "x-queueit-failed",
  }) do
    local value = first(response, name)
    if value then
      txn:set_var("txn.stanchion_" .. variable, value)
    end
  end
end

local function refuse(txn, response)
  local status = tonumber(first(response, "x-stanchion-status")) or response.status
  local reply = txn:reply({ status = status })
  for name, values in pairs(response.headers) do
    if not dropped[name] then
      for _, value in ipairs(listed(values)) do
        reply:add_header(name, value)
      end
    end
  end
  reply:set_body(response.body or "")
  txn:done(reply)
end

core.register_action("stanchion", { "http-req" }, function(txn)
  local asked, response = pcall(function()
    return core.httpclient():get({ url = connector, headers = question(txn), timeout = 5000 })
  end)
  local status = asked and response and response.status or 0
  if status >= 200 and status < 300 then
    remember(txn, response)
  elseif status >= 300 then
    refuse(txn, response)
  else
    -- Nobody knows whether the visitor may pass.
    txn:done(txn:reply({ status = 503, headers = { ["retry-after"] = { "10" }, ["cache-control"] = { "no-store" } } }))
  end
end)
