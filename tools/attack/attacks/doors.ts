import type { RequestListener } from "node:http";
import { connect, createSecureServer, type Http2SecureServer } from "node:http2";
import { posix } from "node:path";
import { generate } from "selfsigned";
import { createNodeConnector } from "@/connectors/src/adapters/node";
import type { Answer } from "../../shared/ask";
import { listen, serve } from "../../shared/serve";
import { type AttackResult, attacksOn, type Target } from "../attack";
import {
  askAt,
  HOST,
  INSIDE,
  openOwnShop,
  tryEach,
  waitForRules,
  withSite,
} from "../protected-site";
import { honestSite } from "./site";

/** A site that finds its pages as file servers and servlet containers do. */
const byFolders: RequestListener = ({ url = "" }, response) => {
  try {
    const [path = ""] = url.split("?", 1);
    const plain = path
      .split("/")
      .map((part) => part.split(";", 1)[0])
      .join("/");
    const found = posix.normalize(decodeURIComponent(plain).replaceAll("\\", "/"));
    response.end(/^\/(queue|køb)\/?$/.test(found) ? INSIDE : "free");
  } catch {
    response.writeHead(400).end();
  }
};

const FOLDERS = [
  ...[
    "/%2fqueue/",
    "/x/..%2fqueue/",
    "/queue%2f",
    "/queue;a=1/",
    "/queue",
    "//queue/",
    "/./queue/",
  ],
  ...[
    "/%71ueue/",
    "/x%2f..%2fqueue/",
    "/%5cqueue/",
    "/queue;/",
    "/k%C3%B8b/",
    "/k%c3%b8b",
    "/%6b%c3%b8b/",
  ],
];

async function spellFolders(target: Target): Promise<AttackResult> {
  const { port, close } = await serve(byFolders);
  const shown: string[] = [];
  for (const path of FOLDERS) if ((await askAt(port, path)).body === INSIDE) shown.push(path);
  await close();
  if (shown.length < FOLDERS.length) throw new Error(`The site shows only ${shown.join(", ")}.`);
  const spelled = async (folder: string, paths: readonly string[]) =>
    withSite(
      target,
      { conditions: [["PagePath", folder, "Contains"]], answer: byFolders },
      (site) => tryEach(paths, async (path) => (await askAt(site.port, path)).body === INSIDE),
    );
  const isDanish = (path: string) => /%c3/i.test(path);
  const queue = await spelled(
    "/queue/",
    FOLDERS.filter((path) => !isDanish(path)),
  );
  const danish = await spelled("/køb/", FOLDERS.filter(isDanish));
  return {
    succeeded: queue.succeeded || danish.succeeded,
    seen: `${queue.seen} ${danish.seen}`,
  };
}

function askHttp2(port: number, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  return new Promise<Answer>((resolve, reject) => {
    session.on("error", reject);
    const stream = session.request({ ":path": "/tickets", ...headers });
    stream.on("error", reject).on("response", (answer) => {
      let body = "";
      stream.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
      stream.on("end", () => {
        const { ":status": status = 0, location = "" } = answer;
        resolve({ status, headers: { location }, body });
      });
    });
    stream.end();
  }).finally(() => session.close());
}

/** What is asked over HTTP/2, and whether it is a browser that asks so. */
const AUTHORITIES: readonly Readonly<Record<string, string>>[] = [
  { ":authority": HOST },
  { ":authority": HOST.toUpperCase() },
  { ":authority": `${HOST}:443` },
  { ":authority": "free.example", host: HOST },
  { ":authority": HOST, host: "free.example" },
];

async function askByAuthority(target: Target): Promise<AttackResult> {
  const { options } = await openOwnShop(target);
  const connector = createNodeConnector(options);
  const { private: key, cert } = await generate([{ name: "commonName", value: HOST }]);
  const server: Http2SecureServer = createSecureServer(
    { key, cert },
    connector.wrap((_request, response) => response.end(INSIDE)),
  );
  const port = await listen(server);
  try {
    await waitForRules(connector);
    return await tryEach(AUTHORITIES, async (headers) => {
      const { body, headers: got } = await askHttp2(port, headers);
      const target = /[?&]t=([^&]*)/.exec(got.location ?? "")?.[1] ?? "";
      // Who is sent back to an address inside never comes in.
      return body === INSIDE || decodeURIComponent(target).includes("//127.0.0.1:");
    });
  } finally {
    server.close();
    await connector.close();
  }
}

const PAGE = "https://www.shop.example";
const QUESTION = { origin: PAGE, "access-control-request-method": "POST" };
const DRESSED: readonly { method: string; headers: Record<string, string>; body?: string }[] = [
  { method: "GET", headers: QUESTION },
  { method: "POST", headers: QUESTION, body: "order=1" },
  { method: "OPTIONS", headers: { ...QUESTION, "content-length": "7" }, body: "order=1" },
  { method: "OPTIONS", headers: { ...QUESTION, "transfer-encoding": "chunked" }, body: "order=1" },
  { method: "OPTIONS", headers: { ...QUESTION, cookie: "a=1" } },
  { method: "OPTIONS", headers: { ...QUESTION, authorization: "Basic eDp5" } },
  { method: "OPTIONS", headers: { origin: PAGE } },
  { method: "OPTIONS", headers: { "access-control-request-method": "POST" } },
];
const STRANGERS = [
  `${PAGE}.evil`,
  "null",
  "http://www.shop.example",
  `${PAGE}:8443`,
  "https://evil.example",
];

function dressAsQuestion(target: Target): Promise<AttackResult> {
  return withSite(target, { allowedOrigins: [PAGE] }, async ({ port }) => {
    const question = await askAt(port, "/tickets", { method: "OPTIONS", headers: QUESTION });
    if (question.body !== INSIDE) throw new Error("A browser's question does not reach the site.");
    const script = { "x-queueit-ajaxpageurl": encodeURIComponent(`${PAGE}/`) };
    const readableFor = async (origin: string) => {
      const { headers } = await askAt(port, "/tickets", { headers: { ...script, origin } });
      return headers["access-control-allow-origin"] !== undefined;
    };
    if (!(await readableFor(PAGE))) throw new Error("The shop's own page cannot read the answer.");
    const dressed = await tryEach(
      DRESSED,
      async (asked) => (await askAt(port, "/tickets", asked)).body === INSIDE,
    );
    const read = await tryEach(STRANGERS, readableFor);
    return { succeeded: dressed.succeeded || read.succeeded, seen: `${dressed.seen} ${read.seen}` };
  });
}

const SAME_HOST = [
  "xn--mnchen-3ya.example",
  "XN--MNCHEN-3YA.EXAMPLE",
  "xn--mnchen-3ya.example:443",
];

function comeByBrowsersName(target: Target): Promise<AttackResult> {
  return withSite(
    target,
    {
      conditions: [
        ["HostName", " München.Example "],
        ["PagePath", "/tickets"],
      ],
    },
    ({ port }) =>
      tryEach(SAME_HOST, async (host) => {
        const { body } = await askAt(port, "/tickets", { headers: { host } });
        return body === INSIDE;
      }),
  );
}

/** By which other doors somebody might come to a protected page. */
export const DOOR_ATTACKS = attacksOn(honestSite, {
  "K12-spelled-folder": [
    "Ask for a protected folder as file servers and servlet containers read it",
    spellFolders,
  ],
  "K13-http2-authority": [
    "Come over HTTP/2, where the host stands in another place",
    askByAuthority,
  ],
  "K14-dressed-as-preflight": [
    "Dress a request as a browser's question, or read the line's answer on another site",
    dressAsQuestion,
  ],
  "K16-browsers-name": [
    "Come by the name that browsers send of a host beyond ASCII",
    comeByBrowsersName,
  ],
});
