import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Agent, createServer, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join, normalize } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import express from "express";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileConfig, decide } from "@/connectors/src/core";
import { requireDebianProgram } from "@/tools/deploy-files/debian-program";
import { configOf, queueRule, urlPart } from "@/tools/shared/integration-config";
import { freePort } from "@/tools/shared/serve";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

const INSIDE = "the protected page";
const RUNS = 1_500;

/** Each with what a rule for it says: parts of paths, and whole ones. */
const PAGES = [
  { path: "/queue/", rule: ["Contains", "/queue/"] },
  { path: "/tickets", rule: ["Equals", "/tickets"] },
  { path: "/shop/seats/", rule: ["Equals", "/shop/seats/"] },
  { path: "/køb/", rule: ["Contains", "/køb/"] },
  { path: "/a+b/", rule: ["Contains", "/a+b/"] },
  { path: "/my page/", rule: ["Contains", "/my%20page/"] },
] as const;

const compiled = compileConfig(
  configOf(
    PAGES.map(({ path, rule: [operator, value] }) =>
      queueRule({
        Name: path,
        EventId: "sale",
        QueueDomain: "room.example",
        Triggers: [
          {
            LogicalOperator: "And",
            TriggerParts: [urlPart(operator, "PagePath", value)],
          },
        ],
      }),
    ),
    "acme",
  ),
);

/** Whether a connector lets somebody without a session through to what is asked for. */
function letsThrough(target: string): boolean {
  if (!compiled.ok) throw new Error(compiled.problem);
  const asked = { url: `https://shop.example${target}`, header: () => undefined };
  const decision = decide(asked, {
    config: compiled.config,
    customerId: "acme",
    secrets: ["secret"],
    nowMs: 0,
    connectorVersion: "test-1",
  });
  return decision.type === "ignore";
}

/** Somebody who writes a character of a path in another way. */
const character = (written: string): fc.Arbitrary<string> => {
  const escaped = encodeURIComponent(written).includes("%")
    ? encodeURIComponent(written)
    : `%${written.charCodeAt(0).toString(16)}`;
  const choices = [
    { weight: 6, arbitrary: fc.constant(written === " " ? "%20" : encodeURI(written)) },
    { weight: 1, arbitrary: fc.constant(escaped) },
    { weight: 1, arbitrary: fc.constant(escaped.toLowerCase()) },
    { weight: 1, arbitrary: fc.constant(escaped.replaceAll("%", "%25")) },
  ];
  return fc.oneof(...choices);
};
const slash = fc.constantFrom(
  ...["/", "/", "/", "/", "//", "/./", "%2f", "%2F/", "/%2e/", "/x/../", "/x%2f..%2f", "\\", "%5c"],
  ...[
    ";a=1/",
    "/;/",
    "/x/..;/",
    ";/",
    "/x;b/%2e%2e/",
    "/x/.%2e/",
    "%252f",
    "/x%3f/../",
    "/x%23/../",
  ],
  ...["/x%2f;/..%2f", "/%3b/..%2f", "//../", "/x//..%2f..%2f", "/free/..%5c"],
);
const spelling = fc.constantFrom(...PAGES).chain(({ path }) =>
  fc
    .tuple(
      ...Array.from(path, (written) => (written === "/" ? slash : character(written))),
      fc.constantFrom("", "", "", "/", "%2f", ";a=1", "/.", "//", "?a=1", "#top", "/x/..", "%20"),
    )
    .map((all) => all.join(""))
    .filter((target) => target.startsWith("/")),
);

/** A server behind the connector, asked as the connector would pass a request on. */
type Site = { readonly name: string; readonly shows: (target: string) => Promise<boolean> };

const closing: (() => unknown)[] = [];
const sites: Site[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function writePages(folder: string): Promise<string> {
  for (const { path } of PAGES) {
    const file = path.endsWith("/") ? `${path}index.html` : path;
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), INSIDE);
  }
  return folder;
}

/** As the many read files who write a server of their own. */
function readPage(folder: string, target: string): Buffer | string {
  try {
    const [path = "/"] = target.split("?", 1);
    const file = normalize(join(folder, decodeURIComponent(path)));
    if (!file.startsWith(folder)) return "no";
    return readFileSync(statSync(file).isDirectory() ? join(file, "index.html") : file);
  } catch {
    return "no";
  }
}

function askAt(port: number): Site["shows"] {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  closing.push(() => agent.destroy());
  return (target) =>
    new Promise((resolve) => {
      const headers = { host: "shop.example" };
      const sent = request({ host: "127.0.0.1", port, path: target, agent, headers }, (answer) => {
        let body = "";
        answer.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
        answer.on("end", () => resolve(body.includes(INSIDE)));
      });
      // A server that breaks off shows nothing.
      sent.on("error", () => resolve(false)).end();
    });
}

async function serve(name: string, listener: RequestListener): Promise<void> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  sites.push({ name, shows: askAt((server.address() as AddressInfo).port) });
}

async function startNginx(folder: string): Promise<void> {
  const directory = await temporaryDirectory("stanchion-spelled-");
  const temp = (kind: string) => `${kind}_temp_path ${join(directory, kind)};`;
  const [asComes, kept] = [await freePort(), await freePort()];
  writeFileSync(
    join(directory, "nginx.conf"),
    `daemon off; pid ${join(directory, "pid")}; error_log ${join(directory, "error.log")};
master_process off; events {}
http { access_log off; default_type text/html; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(temp).join(" ")}
server { listen 127.0.0.1:${asComes}; root ${folder}; index index.html; }
server { listen 127.0.0.1:${kept}; root ${folder}; index index.html; merge_slashes off; } }`,
  );
  const args = ["-c", join(directory, "nginx.conf"), "-e", join(directory, "error.log")];
  const child: ChildProcess = spawn(requireDebianProgram("nginx"), args, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  closing.push(() => {
    child.kill("SIGTERM");
    return ended;
  });
  while (!(await answers(asComes))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await delay(20);
  }
  sites.push({ name: "nginx", shows: askAt(asComes) });
  sites.push({ name: "nginx that keeps doubled slashes", shows: askAt(kept) });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
  });
}

/** What a container of servlets looks for, by Servlet 6.0 §3.5.2 with encoded slashes and backslashes allowed. */
function servletPath(target: string): string | null {
  const [path = ""] = target.split(/[?#]/, 1);
  const segments = path.split("/").map((one) => one.split(";", 1)[0] ?? "");
  try {
    const decoded = decodeURIComponent(segments.join("/")).replaceAll("\\", "/");
    const kept: string[] = [];
    for (const segment of decoded.replace(/\/+/g, "/").split("/").slice(1)) {
      if (segment === "..") {
        if (kept.pop() === undefined) return null;
      } else if (segment !== ".") kept.push(segment);
    }
    return `/${kept.join("/")}`;
  } catch {
    return null;
  }
}

const SERVLETS: Site = {
  name: "a container of servlets",
  shows: async (target) => PAGES.some(({ path }) => path === servletPath(target)),
};

/** One behind the other: the second is asked for what the first has decoded. */
const behindNginx = (second: Site): Site => ({
  name: `${second.name} behind a proxy that decodes`,
  shows: (target) => {
    const [path = ""] = target.split("?", 1);
    const decoded = path.replace(/%(2f|3b|2e|25)/gi, (one) => decodeURIComponent(one));
    return second.shows(decoded);
  },
});

beforeAll(async () => {
  const folder = await writePages(await temporaryDirectory("stanchion-pages-"));
  const routes = express();
  for (const { path } of PAGES) {
    routes.get(encodeURI(path).replace(/[+]/g, "\\$&"), (_request, response) =>
      response.send(INSIDE),
    );
  }
  routes.get("/:page", ({ params }, response) => {
    const isOne = PAGES.some(({ path }) => path.replaceAll("/", "") === params.page);
    response.send(isOne ? INSIDE : "no");
  });
  await serve("routes of Express", routes);
  await serve("files of Express", express().use(express.static(folder)));
  await serve("a static file server", ({ url = "/" }, response) => {
    response.end(readPage(folder, url));
  });
  await startNginx(folder);
  sites.push(SERVLETS, behindNginx(SERVLETS));
});

describe("however its address is spelled, a protected page is held", () => {
  test("at nginx, Express, a static file server and a container of servlets", async () => {
    const shown = new Map(sites.map(({ name }) => [name, 0]));
    const written = fc.sample(spelling, { numRuns: RUNS, seed: Date.now() });
    const passed: string[] = [];
    for (const target of [...PAGES.map(({ path }) => encodeURI(path)), ...written]) {
      const isLetThrough = letsThrough(target);
      for (const { name, shows } of sites) {
        if (!(await shows(target))) continue;
        shown.set(name, (shown.get(name) ?? 0) + 1);
        if (isLetThrough) passed.push(`${target} at ${name}`);
      }
    }
    expect(passed).toEqual([]);
    // Where no spelling but the plain one is understood, nothing was tried.
    for (const [name, times] of shown)
      expect([name, times > 2 * PAGES.length]).toEqual([name, true]);
  });

  test("and other pages are not", () => {
    for (const path of [
      "/",
      "/queu",
      "/free/",
      "/tickets-faq",
      "/a%2Cb/",
      "/kob/",
      "/shop/seats2/",
    ]) {
      expect([path, letsThrough(path)]).toEqual([path, true]);
    }
  });
});
