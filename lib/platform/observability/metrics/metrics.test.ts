import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { PORT_ABOVE } from "./catalogue";
import { Histogram } from "./histogram";
import { createHttpMetrics } from "./http-metrics";
import { listenForScrapes } from "./listen-for-scrapes";
import { Metrics } from "./metrics";
import { renderMetrics } from "./render";
import { Scrape } from "./scrape";

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A port of which the one that the program adds is free. */
async function freeBase(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server) - PORT_ABOVE.worker;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a histogram counts what is as long as a bound in its bucket", () => {
  const times = new Histogram([0.1, 1]);
  for (const seconds of [0, 0.1, 0.2, 1, 7]) times.observe(seconds);
  const scrape = new Scrape();
  scrape.putHistogram("stanchion_job_duration_seconds", { job_name: "a" }, times);
  expect(renderMetrics("worker", [{ process: 1, samples: scrape.samples }])).toBe(
    [
      "# HELP stanchion_job_duration_seconds Duration of jobs.",
      "# TYPE stanchion_job_duration_seconds histogram",
      ...[
        ["bucket", ',job_name="a",le="0.1"', 2],
        ["bucket", ',job_name="a",le="1"', 4],
        ["bucket", ',job_name="a",le="+Inf"', 5],
        ["sum", ',job_name="a"', 8.3],
        ["count", ',job_name="a"', 5],
      ].map(
        ([end, labels, value]) =>
          `stanchion_job_duration_seconds_${end}{program="worker",process="1"${labels}} ${value}`,
      ),
      "",
    ].join("\n"),
  );
});

test("a source that fails is left out and counted; the others answer", async () => {
  const metrics = new Metrics();
  metrics.add("outbox", () => Promise.reject(new Error("away")));
  metrics.add("lines", (scrape) => scrape.put("stanchion_outbox_entries", {}, 3));
  await metrics.collect();
  const samples = await metrics.collect();
  expect(samples.stanchion_outbox_entries).toEqual([["", "", 3]]);
  expect(samples.stanchion_scrape_errors_total).toContainEqual(["", 'source="outbox"', 2]);
  expect(samples.stanchion_scrape_errors_total).toContainEqual(["", 'source="lines"', 0]);
  expect(samples.process_resident_memory_bytes?.[0]?.[2]).toBeGreaterThan(1_000_000);
});

test("metrics are at an address of their own, which answers nothing else", async () => {
  const at = { address: "127.0.0.1", port: await freeBase() };
  const scrape = new Scrape();
  scrape.put("stanchion_build_info", { version: 'a"b\\' }, 1);
  let asked = 0;
  const server = await listenForScrapes("worker", at, async () => {
    asked += 1;
    return [{ process: 0, samples: scrape.samples }];
  });
  const ask = (path: string, method = "GET") =>
    fetch(`http://127.0.0.1:${portOf(server)}${path}`, { method });
  const [one, other] = await Promise.all([ask("/metrics"), ask("/metrics")]);
  expect(one.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await one.text()).toContain(
    'stanchion_build_info{program="worker",process="0",version="a\\"b\\\\"} 1\n',
  );
  expect(other.status).toBe(200);
  expect(asked).toBeLessThanOrEqual(2);
  expect((await ask("/")).status).toBe(404);
  expect((await ask("/metrics", "POST")).status).toBe(404);
  await expect(listenForScrapes("worker", at, async () => [])).rejects.toThrow(
    `Port ${portOf(server)} is taken: set METRICS_LISTEN`,
  );
  server.closeAllConnections();
  server.close();
});

test("responses are counted once, by route and class", async () => {
  const { Response, counted, source } = createHttpMetrics(({ url = "" }) => url);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(request.url === "/a" ? 204 : 404);
    response.end("x");
    response.end();
  };
  const server = createServer({ ServerResponse: Response }, counted(answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  for (const path of ["/a", "/a", "/b"]) await fetch(`http://127.0.0.1:${portOf(server)}${path}`);
  const scrape = new Scrape();
  await source(scrape);
  expect(scrape.samples.stanchion_http_responses_total).toEqual([
    ["", 'route="/a",class="2xx"', 2],
    ["", 'route="/b",class="4xx"', 1],
  ]);
  const counts = scrape.samples.stanchion_http_request_duration_seconds?.filter(
    ([suffix]) => suffix === "_count",
  );
  expect(counts?.map(([, labels, count]) => [labels, count])).toEqual([
    ['route="/a"', 2],
    ['route="/b"', 1],
  ]);
  server.closeAllConnections();
  server.close();
});
