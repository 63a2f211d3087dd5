import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { transform } from "esbuild";
import { configOf, pathRule } from "../shared/integration-config";
import { freePort, type Served, serve } from "../shared/serve";
import { runNode } from "../stack/run-to-end";
import { type Example, fileOf } from "./examples";
import type { StrangerProject } from "./stranger-project";

const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567";
/** As the reader would set them. */
const VARIABLES = { STANCHION_SECRET: SECRET, STANCHION_API_KEY: "stn_key" };
const RULES = JSON.stringify(configOf([pathRule("/tickets", { Name: "Tickets" })]));
/** What somebody who asks without a session must be told, and what everybody else sees. */
const TOLD = ["/tickets: 302 https://room.example/?c=acme&e=sale", "/free: 200 You are in."];
const PATIENCE_MS = 30_000;

/** The address that the examples name, and what they listen on; both are another here. */
type Surroundings = { readonly room: string; readonly origin: string; readonly port: number };

/** What remains to be done to call an example that is no server; its result is printed. */
const CALLS: Readonly<Record<string, string>> = {
  "docs/connectors/fetch.md 1": `
    const ask = (path) => example.handle(new Request("https://shop.example" + path), "203.0.113.9");`,
  "docs/connectors/cloudflare.md 1": `
    const env = {
      STANCHION_SECRET: process.env.STANCHION_SECRET,
      STANCHION_KV: { get: async () => JSON.stringify({ config: RULES, signature: null }), put: async () => {} },
    };
    globalThis.fetch = async () => new Response("You are in.");
    const ask = (path) =>
      example.default.fetch(new Request("https://shop.example" + path), env, { waitUntil: () => {} });`,
  "docs/connectors/lambda-edge.md 1": `
    const ask = async (path) => {
      const headers = { host: [{ key: "Host", value: "shop.example" }] };
      const request = { clientIp: "203.0.113.9", method: "GET", uri: path, querystring: "", headers };
      const answer = await example.viewerRequest({ Records: [{ cf: { request } }] });
      if (answer.status === undefined) return new Response("You are in.");
      return new Response(null, { status: 302, headers: { location: answer.headers.location[0].value } });
    };`,
  "docs/connectors/akamai.md 1": `
    const ask = async (path) => {
      let answer = new Response("You are in.");
      await example.onClientRequest({
        scheme: "https", host: "shop.example", url: path, method: "GET", clientIp: "203.0.113.9",
        getHeader: () => null, getVariable: () => "", setVariable: () => {},
        respondWith: (status, headers) => {
          answer = new Response(null, { status, headers: { location: headers.Location?.[0] ?? "" } });
        },
      });
      return answer;
    };`,
  "docs/connectors/enqueue-tokens.md 1": `
    const link = /^https:..room.example.com.[?]c=acme&e=springsale&enqueuetoken=[\\w-]+[.][\\w-]+[.][\\w-]+$/;
    const ask = async (path) => {
      const made = example.invitationFor({ id: "member-7", isGold: true });
      if (path === "/free" || !link.test(made)) return new Response(path === "/free" ? "You are in." : made);
      return new Response(null, { status: 302, headers: { location: "https://room.example/?c=acme&e=sale" } });
    };`,
  "docs/connectors/next.md 1": `
    const { NextRequest } = await import("next/server.js");
    const ask = async (path) => {
      const request = new NextRequest("https://shop.example" + path, { headers: { host: "shop.example" } });
      const answer = await example.proxy(request, { waitUntil: () => {} });
      return answer.headers.get("x-middleware-next") === "1" ? new Response("You are in.") : answer;
    };`,
};

const HTTP_REQUEST = `export async function httpRequest(url, request) {
  const answer = await fetch(url, request);
  return { status: answer.status, getHeader: (name) => [answer.headers.get(name) ?? ""], text: () => answer.text() };
}`;

const LISTENS = /\.listen\((?:\{ port: )?\d+/;

const nameOf = ({ document, number }: Example): string => `${document} ${number}`;

/** Whether an example can do its work on this machine. */
export function canRun(example: Example): boolean {
  return LISTENS.test(example.code) || nameOf(example) in CALLS;
}

const saying = (text: string): Promise<Served> => serve((_request, response) => response.end(text));

/** The example as its reader would change it: other addresses, another customer. */
async function asProgram({ code, language }: Example, { room, origin, port }: Surroundings) {
  const own = code
    .replaceAll(
      /https:\/\/(room|shop)\.example(\.com)?(?=\/st)|http:\/\/127\.0\.0\.1:3001(?=\/st)/g,
      room,
    )
    .replaceAll("http://127.0.0.1:3000", origin)
    .replaceAll(/yourid|harbour/g, "acme")
    .replaceAll(/(configFile|waitingRoomOrigin): .*\n/g, "")
    .replaceAll("trustedProxies: 1,", "")
    .replace(LISTENS, (listen) => listen.replace(/\d+$/, String(port)));
  return language === "js" ? own : (await transform(own, { loader: "ts" })).code;
}

/** What an example said to two visitors, one to each page, from its very first request on. */
async function tell(ask: (path: string) => Promise<Response>): Promise<string[]> {
  const told: string[] = [];
  for (const path of ["/tickets", "/free"]) {
    const answer = await ask(path);
    const location = answer.headers.get("location")?.split("&ver")[0];
    told.push(`${path}: ${answer.status} ${location ?? (await answer.text())}`);
  }
  return told;
}

/** Asks as soon as the port is open: an example that opens it too early answers 503. */
async function askServer(port: number, path: string): Promise<Response> {
  for (const endsAtMs = Date.now() + PATIENCE_MS; ; await delay(20)) {
    try {
      return await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
    } catch (error) {
      if (Date.now() > endsAtMs) throw error;
    }
  }
}

async function runServer(project: StrangerProject, file: string, port: number): Promise<string[]> {
  const env = { ...process.env, ...VARIABLES };
  const child = spawn(process.execPath, [file], { cwd: project.directory, env, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const ended = once(child, "exit").then(() => [`It ended by itself:\n${output}`]);
  try {
    return await Promise.race([ended, tell((path) => askServer(port, path))]);
  } finally {
    child.kill("SIGKILL");
  }
}

async function runCall(project: StrangerProject, file: string, call: string): Promise<string[]> {
  const program = `Object.assign(process.env, ${JSON.stringify(VARIABLES)});
    const RULES = ${JSON.stringify(RULES)};
    const example = await import("./${file}");
    ${call}
    ${tell.toString()}
    console.log(JSON.stringify(await tell(ask)));
    process.exit(0);`;
  await writeFile(join(project.directory, `call-${file}`), program);
  const { output } = await runNode({ args: [`call-${file}`], directory: project.directory });
  const last = output.trim().split("\n").at(-1) ?? "";
  return last.startsWith("[") ? JSON.parse(last) : [output];
}

async function runExample(project: StrangerProject, example: Example, surroundings: Surroundings) {
  const file = fileOf(example).replace(/\.\w+$/, ".mjs");
  await writeFile(join(project.directory, file), await asProgram(example, surroundings));
  const call = CALLS[nameOf(example)];
  const told =
    call === undefined
      ? await runServer(project, file, surroundings.port)
      : await runCall(project, file, call);
  return told.join() === TOLD.join() ? null : `${nameOf(example)} said:\n${told.join("\n")}`;
}

export async function runExamples(project: StrangerProject, examples: readonly Example[]) {
  const ofRuntime = join(project.directory, "node_modules/http-request");
  const manifest = { name: "http-request", type: "module", exports: "./index.js" };
  await mkdir(ofRuntime, { recursive: true });
  await writeFile(join(ofRuntime, "index.js"), HTTP_REQUEST);
  await writeFile(join(ofRuntime, "package.json"), JSON.stringify(manifest));
  await project.link("next", "react", "react-dom");
  const served = [await saying(RULES), await saying("You are in.")];
  const [room = "", origin = ""] = served.map(({ port }) => `http://127.0.0.1:${port}`);
  try {
    const runs = examples
      .filter(canRun)
      .map(async (one) => runExample(project, one, { room, origin, port: await freePort() }));
    return (await Promise.all(runs)).filter((problem) => problem !== null);
  } finally {
    await Promise.all(served.map((one) => one.close()));
  }
}
