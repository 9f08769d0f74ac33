-- What wrk sends: the lines of a file, one after the other, each "token, method, path, body" between tabs. In a body every
-- @step@ and @row@ becomes a fresh id. `applied` counts the answers that say so.
local lines, place, key = {}, 0, ""
applied = 0

local function fresh()
  local r = math.random
  return string.format("%04x%04x-%04x-4%03x-8%03x-%04x%04x%04x", r(0, 65535), r(0, 65535), r(0, 65535), r(0, 4095), r(0, 4095),
    r(0, 65535), r(0, 65535), r(0, 65535))
end

local threads = {}
function setup(thread) table.insert(threads, thread) end

function init(args)
  key = args[2]
  math.randomseed(tonumber(args[3]))
  for line in io.lines(args[1]) do
    local token, method, path, body = line:match("^(.-)\t(.-)\t(.-)\t(.*)$")
    local one = {method = method, path = path, body = body ~= "" and body or nil, headers = {
      ["apikey"] = key, ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json"}}
    if not body:find("@step@", 1, true) then one.whole = wrk.format(one.method, one.path, one.headers, one.body) end
    table.insert(lines, one)
  end
  place = math.random(#lines)
  -- Reading an answer costs the client as much as sending a request; it does so where it has to.
  if lines[1].whole then response = nil end
end

function request()
  place = place % #lines + 1
  local one = lines[place]
  return one.whole or wrk.format(one.method, one.path, one.headers, (one.body:gsub("@step@", fresh()):gsub("@row@", fresh())))
end

function response(_, _, body)
  if body:find('"outcome": ?"applied"') then applied = applied + 1 end
end

function done(summary, latency)
  local count = 0
  for _, thread in ipairs(threads) do count = count + thread:get("applied") end
  local errors = summary.errors
  io.write(string.format("\n=%d %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout, count))
end
