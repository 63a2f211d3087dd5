// Loaded before the waiting room: counts what it does, and hands the counts to the parent process that asks.
const crypto = require("node:crypto");
const { Session } = require("node:inspector");
const { syncBuiltinESMExports } = require("node:module");
const { promiseHooks, setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

let digests = 0;
const COUNTED = "createHash createHmac hash sign verify createCipheriv createDecipheriv";
for (const name of COUNTED.split(" ").filter((known) => known in crypto)) {
  const original = crypto[name];
  crypto[name] = (...given) => {
    digests += 1;
    return original(...given);
  };
}

let resumptions = 0;
promiseHooks.onBefore(() => {
  resumptions += 1;
});

/** While a visit is counted: what timers that are none of its own wanted to do meanwhile. */
let held = null;
/** A visit waits for nothing longer. */
const VISIT_MS = 50;
const isHeld = (ms, since) => held !== null && (held !== since || ms > VISIT_MS);
const timers = require("node:timers");
for (const name of ["setTimeout", "setInterval"]) {
  const original = timers[name];
  const patched = (run, ms, ...rest) => {
    const since = held;
    const unlessHeld = (...given) => {
      if (isHeld(ms, since)) held.push(() => run(...given));
      else run(...given);
    };
    return original(unlessHeld, ms, ...rest);
  };
  timers[name] = globalThis[name] = Object.assign(patched, original);
}
const promised = require("node:timers/promises");
const wait = promised.setTimeout;
promised.setTimeout = async (ms, ...given) => {
  const since = held;
  const value = await wait(ms, ...given);
  if (isHeld(ms, since)) await new Promise((goOn) => held.push(goOn));
  return value;
};
syncBuiltinESMExports();

let heapBytes = 0;

process.on("message", (message) => {
  if (message === "begin") {
    collect();
    session.post("Profiler.takePreciseCoverage");
    heapBytes = process.memoryUsage().heapUsed;
    digests = 0;
    resumptions = 0;
    held = [];
    return process.send("begun");
  }
  const allocatedBytes = process.memoryUsage().heapUsed - heapBytes;
  const done = { digests, resumptions, allocatedBytes };
  // Whoever asks gets what ran since it was last asked.
  session.post("Profiler.takePreciseCoverage", (error, counted) => {
    const scripts = error === null ? counted.result : [];
    const called = scripts.map(({ url, functions }) => {
      return { url, functions: functions.filter(isCalled) };
    });
    process.send({ ...done, scripts: called });
    const late = held ?? [];
    held = null;
    for (const run of late) run();
  });
});
// Most are not: telling of them too would take longer than what a process remembers is fresh.
const isCalled = ({ ranges: [range] }) => range.count > 0;
process.on("disconnect", () => process.exit(0));
