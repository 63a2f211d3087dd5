// Measures an EdgeWorker in a process of its own: node --expose-gc decide-many.js WORKER REQUESTS COUNT
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [worker = "", requestsFile = "", count = "0"] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(requestsFile, "utf8"));

function heapBytes() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function decide({ url, cookie }, { onClientRequest, onClientResponse }) {
  const variables = new Map();
  let status = 200;
  let cookies = 0;
  const request = {
    ...{ host: "shop.example", scheme: "https", method: "GET", clientIp: "203.0.113.1", url },
    getHeader: (name) => (name === "cookie" && cookie !== "" ? [cookie] : null),
    getVariable: (name) => variables.get(name),
    setVariable: (name, value) => variables.set(name, value),
    respondWith: (given) => {
      status = given;
    },
  };
  await onClientRequest(request);
  const addHeader = (name) => {
    if (name === "Set-Cookie") cookies += 1;
  };
  const nothing = { getHeader: () => null, getHeaders: () => ({}) };
  const unseen = { setHeader: () => {}, removeHeader: () => {} };
  if (status === 200) onClientResponse(request, { addHeader, ...nothing, ...unseen });
  return `${status} ${cookies}`;
}

const before = heapBytes();
const handlers = await import(pathToFileURL(worker).href);
const outcomes = {};
const started = process.cpuUsage();
for (let index = 0; index < Number(count); index += 1) {
  const outcome = await decide(requests[index % requests.length], handlers);
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}
const { user, system } = process.cpuUsage(started);
const heapMegabytes = (heapBytes() - before) / 2 ** 20;
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, heapMegabytes, outcomes }));
