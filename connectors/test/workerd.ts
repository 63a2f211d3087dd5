import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import workerd from "workerd";
import { ORIGIN_COOKIE, ORIGIN_SAYS } from "./conformance/site.ts";
import { listen, stop } from "./node-site.ts";

/** The zone: requests to this machine leave it (to the waiting room), all others are the site's. */
const ZONE = `export default {
  async fetch(request, { NETWORK }) {
    if (new URL(request.url).hostname === "127.0.0.1") return NETWORK.fetch(request);
    const body = await request.text();
    const headers = new Headers({ "set-cookie": ${JSON.stringify(ORIGIN_COOKIE)} });
    for (const line of (request.headers.get(${JSON.stringify(ORIGIN_SAYS)}) ?? "").split("|")) {
      const [name, value] = line.split(": ");
      if (name !== "") headers.append(name, value);
    }
    return new Response(body === "" ? "origin" : "origin got " + body, { headers });
  },
};`;

function configOf(bindings: Readonly<Record<string, unknown>>, kvPort: number): string {
  const json = Object.entries(bindings).map(
    ([name, value]) => `(name = "${name}", json = ${JSON.stringify(JSON.stringify(value))})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "site", worker = .site),
    (name = "zone", worker = .zone),
    (name = "kv", external = (address = "127.0.0.1:${kvPort}", http = ())),
    (name = "network", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(
    name = "http",
    address = "127.0.0.1:0",
    http = (forwardedProtoHeader = "x-forwarded-proto"),
    service = "site",
  )],
);
const site :Workerd.Worker = (
  modules = [(name = "site.js", esModule = embed "site.js")],
  compatibilityDate = "2026-01-01",
  globalOutbound = "zone",
  bindings = [(name = "KV", kvNamespace = "kv"), ${json.join(", ")}],
);
const zone :Workerd.Worker = (
  modules = [(name = "zone.js", esModule = embed "zone.js")],
  compatibilityDate = "2026-01-01",
  bindings = [(name = "NETWORK", service = "network")],
);
`;
}

/** Waits until workerd says on its control pipe where it listens. */
function portOf(process: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    // With `stdio` as below, the fourth stream is a readable pipe.
    const control = process.stdio[3] as Readable;
    control.on("data", (chunk) => {
      text += String(chunk);
      const port = /"event":"listen".*"port":(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    process.once("exit", (code) => reject(new Error(`workerd ended with ${code}`)));
    process.once("error", reject);
  });
}

/** A KV namespace that outlives isolates. */
export interface KvStore {
  readonly port: number;
  readonly values: Map<string, string>;
  /** How many times a value was read and written. */
  readonly counts: { reads: number; writes: number };
  readonly close: () => Promise<void>;
}

/**
 * Emulates what is behind a KV binding, which is HTTP: one place, at once consistent, without the
 * cache of the real one. The binding itself is that of workerd.
 */
export async function startKv(): Promise<KvStore> {
  const values = new Map<string, string>();
  const counts = { reads: 0, writes: 0 };
  const server = createServer(async (request, response) => {
    const key = new URL(request.url ?? "/", "http://kv").pathname.slice(1);
    if (request.method === "PUT") {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      values.set(key, text);
      counts.writes += 1;
      response.end();
      return;
    }
    counts.reads += 1;
    const value = values.get(key);
    response.writeHead(value === undefined ? 404 : 200).end(value);
  });
  return { port: await listen(server), values, counts, close: () => stop(server) };
}

/** A Worker that runs in workerd. */
export interface RunningWorker {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Starts workerd with a Worker in front of a zone. */
export async function startWorkerd(
  program: string,
  bindings: Readonly<Record<string, unknown>>,
  kv: KvStore,
): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), "stanchion-workerd-"));
  await writeFile(join(folder, "site.js"), program);
  await writeFile(join(folder, "zone.js"), ZONE);
  await writeFile(join(folder, "config.capnp"), configOf(bindings, kv.port));
  const args = ["serve", "--control-fd=3", join(folder, "config.capnp")];
  const child = spawn(workerd, args, { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { port: await portOf(child), close };
  } catch (error) {
    await close();
    throw error;
  }
}
