import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { join } from "node:path";
import { readDeployFile } from "@/tools/deploy-files/deploy-files";
import { replaced, runUntilStopped, temporaryPaths } from "@/tools/deploy-files/run-proxy";
import { freePort, serve } from "@/tools/shared/serve";
import { until } from "@/tools/shared/time";
import { projectPath } from "@/tools/stack/paths";
import { say } from "@/tools/stack/run-command";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { alternate, byName, medianRatio } from "../harness/medians";
import { startGenerator } from "../harness/saturate";
import type { RawRequest } from "../harness/visitor-requests";
import { CONFIG, CUSTOMER_ID, makeVisits, SECRET } from "./visits";

const ROUNDS = 3;
const SECONDS = 4;
const PROXY_KEY = "0123456789abcdef0123456789abcdef";
const PAGE = "<!doctype html><title>Tickets</title><p>You are in.";

interface VisitorsRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: RawRequest;
}

/** What visitors with a session send, which a rule holds. */
function visitorsRequest(): VisitorsRequest {
  const { url, headers } = makeVisits().validCookie.visit;
  const { pathname: path, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const raw = `${[`GET ${path}${search} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`;
  return { path, headers, raw };
}

async function statusAt(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const sent = sendRequest({ host: "127.0.0.1", port, path, headers, agent: false }).end();
  const [answer] = await once(sent, "response");
  answer.resume();
  return answer.statusCode;
}

/** Runs the command of the built package, as a site does; answers its port and how to end it. */
async function startConnector(packageFolder: string) {
  const port = await freePort();
  const room = await serve((_request, response) => response.end(JSON.stringify(CONFIG)));
  const options = [
    ...["--proxy=nginx", `--customer-id=${CUSTOMER_ID}`, "--fail-closed"],
    ...[`--listen=127.0.0.1:${port}`, `--config-url=http://127.0.0.1:${room.port}/`],
  ];
  const env = {
    ...process.env,
    ...{ STANCHION_SECRETS: SECRET, STANCHION_API_KEY: "key", STANCHION_PROXY_KEY: PROXY_KEY },
  };
  const main = join(packageFolder, "adapters/proxy/main.js");
  const child = spawn(process.execPath, [main, "forward-auth", ...options], {
    ...{ env, stdio: ["ignore", "pipe", "inherit"] },
  });
  const ended = once(child, "exit");
  await once(child.stdout ?? child, "data");
  return {
    port,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      await room.close();
    },
  };
}

/** A site of its own process, as most have one. */
async function startSite() {
  const port = await freePort();
  const program = projectPath("tools/bench/harness/bare-server.js");
  const isReady = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean);
  const run = { name: process.execPath, args: [program, "1000", `${port}`], env: process.env };
  return { port, close: await runUntilStopped(run, isReady) };
}

/** One nginx that shows a file and passes on to a site, each on two ports: on one of them with the files of `deploy`. */
async function startNginx(connectorPort: number, sitePort: number, path: string) {
  const folder = await temporaryDirectory("stanchion-bench-nginx-");
  const inside = (name: string): string => join(folder, name);
  mkdirSync(inside(`site${path.slice(0, path.lastIndexOf("/"))}`), { recursive: true });
  writeFileSync(inside(`site${path}`), PAGE);
  const shared = replaced(readDeployFile("forward-auth/nginx/stanchion.conf"), {
    "127.0.0.1:9080": `127.0.0.1:${connectorPort}`,
    '"KEY"': `"${PROXY_KEY}"`,
  });
  writeFileSync(inside("shared.conf"), shared);
  writeFileSync(inside("protect.conf"), readDeployFile("forward-auth/nginx/protect.conf"));
  const [site, siteBehind, file, fileBehind] = await Promise.all(
    Array.from({ length: 4 }, freePort),
  );
  const passesOn = `location / { proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection ""; }`;
  const protects = `include ${inside("protect.conf")};`;
  const text = `daemon off; master_process off; pid ${inside("pid")}; error_log ${inside("error.log")};
events { worker_connections 4096; }
http { access_log off; default_type text/html; keepalive_requests 100000000; ${temporaryPaths(folder)} include ${inside("shared.conf")};
upstream site { server 127.0.0.1:${sitePort}; keepalive 256; }
server { listen 127.0.0.1:${site}; ${passesOn} }
server { listen 127.0.0.1:${siteBehind}; ${protects} ${passesOn} }
server { listen 127.0.0.1:${file}; root ${inside("site")}; }
server { listen 127.0.0.1:${fileBehind}; root ${inside("site")}; ${protects} } }
`;
  writeFileSync(inside("nginx.conf"), text);
  const args = ["-c", inside("nginx.conf"), "-e", inside("error.log")];
  const isReady = () => fetch(`http://127.0.0.1:${file}/`).then(Boolean);
  const close = await runUntilStopped({ name: "nginx", args, env: process.env }, isReady);
  return { ports: { site, siteBehind, file, fileBehind }, close };
}

/**
 * Requests a second of visitors with a session behind nginx that asks the connector, over the same nginx without it: in
 * front of a site, and with a small file, which costs nginx next to nothing.
 *
 * @param packageFolder - the connector's package, built
 */
export async function measureBehindNginx(packageFolder: string) {
  const { path, headers, raw } = visitorsRequest();
  const connector = await startConnector(packageFolder);
  const site = await startSite();
  const { ports, close } = await startNginx(connector.port, site.port, path);
  try {
    const { cookie: _cookie, ...stranger } = headers;
    const isHeld = async (port = 0) => (await statusAt(port, path, stranger)) === 302;
    for (const port of [ports.siteBehind, ports.fileBehind]) {
      await until("who has no session is held", () => isHeld(port));
      const status = await statusAt(port ?? 0, path, headers);
      if (status !== 200) throw new Error(`A visitor with a session got ${status}.`);
    }
    say(`Measuring nginx with the connector and without it in turn, ${ROUNDS} times`);
    const measure =
      (port = 0) =>
      async (): Promise<number> =>
        (await startGenerator({ port, requests: [raw] }, SECONDS).ended).perSecond;
    const rounds = await alternate(
      ROUNDS,
      byName(Object.keys(ports) as (keyof typeof ports)[], (name) => measure(ports[name])),
    );
    return {
      behindNginx: medianRatio(rounds.siteBehind, rounds.site),
      behindNginxFile: medianRatio(rounds.fileBehind, rounds.file),
    };
  } finally {
    await close();
    await site.close();
    await connector.close();
  }
}
