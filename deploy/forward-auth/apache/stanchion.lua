-- Asks the connector about each request; what it refuses is answered by the connector.
require "apache2"
local socket = require "socket"

local key = os.getenv("STANCHION_PROXY_KEY") or ""
local host = os.getenv("STANCHION_FORWARD_AUTH_HOST") or "127.0.0.1"
local port = tonumber(os.getenv("STANCHION_FORWARD_AUTH_PORT") or "9080")
local TIMEOUT_SECONDS = 5

-- Of this hop, or said by Apache itself.
local dropped = {}
for name in ("connection content-length expect host keep-alive te transfer-encoding upgrade x-forwarded-for"
  .. " x-forwarded-host x-forwarded-method x-forwarded-proto x-forwarded-uri x-stanchion-host x-stanchion-key")
  :gmatch("%S+") do
  dropped[name] = true
end

local function question(r)
  local target = r.unparsed_uri:gsub("^%a[%w+.-]*://[^/?#]*", "")
  local lines = {
    "GET /check HTTP/1.1",
    "Host: stanchion",
    "Connection: close",
    "X-Stanchion-Key: " .. key,
    "X-Forwarded-Method: " .. r.method,
    "X-Forwarded-Proto: " .. (r.is_https and "https" or "http"),
    "X-Forwarded-Host: " .. (r.headers_in["Host"] or ""),
    "X-Forwarded-Uri: " .. target,
    "X-Forwarded-For: " .. r.useragent_ip,
  }
  for name, value in pairs((r:headers_in_table())) do
    if type(value) == "string" and not dropped[name:lower()] then
      lines[#lines + 1] = name .. ": " .. value
    end
  end
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

-- The status and the headers of the answer; 0 where there is none.
local function ask(r)
  local connection = socket.tcp()
  connection:settimeout(TIMEOUT_SECONDS)
  local headers, status = {}, 0
  if connection:connect(host, port) and connection:send(question(r)) then
    local line = connection:receive("*l")
    status = tonumber((line or ""):match("^HTTP/1%.1 (%d+)")) or 0
    line = connection:receive("*l")
    while line and line ~= "" do
      local name, value = line:match("^([^:]+):%s*(.*)$")
      if name then
        headers[name:lower()] = value
      end
      line = connection:receive("*l")
    end
    -- An answer that breaks off is none.
    if line == nil then
      status = 0
    end
  end
  connection:close()
  return status, headers
end

function protect(r)
  local status, headers = ask(r)
  if status >= 200 and status < 300 then
    r.subprocess_env["STANCHION_COOKIE_1"] = headers["x-stanchion-cookie-1"]
    r.subprocess_env["STANCHION_COOKIE_2"] = headers["x-stanchion-cookie-2"]
    r.subprocess_env["STANCHION_CONNECTOR"] = headers["x-queueit-connector"]
    r.subprocess_env["STANCHION_FAILED"] = headers["x-queueit-failed"]
    return apache2.DECLINED
  end
  local answer = headers["x-stanchion-answer"]
  if status ~= 401 or not answer then
    -- Nobody knows whether the visitor may pass.
    return 503
  end
  r.headers_in["X-Stanchion-Key"] = key
  r.headers_in["X-Stanchion-Answer"] = answer
  r.handler = "proxy-server"
  r.proxyreq = apache2.PROXYREQ_REVERSE
  r.filename = "proxy:http://" .. host .. ":" .. port .. "/answer"
  return apache2.OK
end
