import type { RequestListener } from "node:http";
import { connect, createSecureServer, type Http2SecureServer } from "node:http2";
import { posix } from "node:path";
import { generate } from "selfsigned";
import type { Answer } from "../../shared/ask";
import { serve } from "../../shared/serve";
import { listen } from "../../stack/ports";
import { attacksOn, both, tryEach } from "../attack";
import {
  askAt,
  HOST,
  honestSite,
  INSIDE,
  openShop,
  openSite,
  startConnector,
} from "../protected-site";

/** A site that finds its pages as file servers and servlet containers do. */
const byFolders: RequestListener = ({ url = "" }, response) => {
  try {
    const [path = ""] = url.split("?", 1);
    const plain = path.replaceAll(/;[^/]*/g, "");
    const found = posix.normalize(decodeURIComponent(plain).replaceAll("\\", "/"));
    response.end(/^\/(queue|køb)\/?$/.test(found) ? INSIDE : "free");
  } catch {
    response.writeHead(400).end();
  }
};

const FOLDERS: readonly (readonly [folder: string, spelled: readonly string[]])[] = [
  [
    "/queue/",
    [
      ...["/%2fqueue/", "/x/..%2fqueue/", "/queue%2f", "/queue;a=1/", "/queue", "//queue/"],
      ...["/./queue/", "/%71ueue/", "/x%2f..%2fqueue/", "/%5cqueue/", "/queue;/"],
    ],
  ],
  ["/køb/", ["/k%C3%B8b/", "/k%c3%b8b", "/%6b%c3%b8b/"]],
];

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

const PAGE = "https://www.shop.example";
const METHOD = { "access-control-request-method": "POST" };
const QUESTION = { origin: PAGE, ...METHOD };
const DRESSED: readonly { method?: string; headers: Record<string, string>; body?: string }[] = [
  { method: "GET", headers: QUESTION },
  { method: "POST", headers: QUESTION, body: "order=1" },
  { headers: { ...QUESTION, "content-length": "7" }, body: "order=1" },
  { headers: { ...QUESTION, "transfer-encoding": "chunked" }, body: "order=1" },
  { headers: { ...QUESTION, cookie: "a=1" } },
  { headers: { ...QUESTION, authorization: "Basic eDp5" } },
  { headers: { origin: PAGE } },
  { headers: METHOD },
];
const STRANGERS = [
  ...[`${PAGE}.evil`, "null", "http://www.shop.example", `${PAGE}:8443`, "https://evil.example"],
];
const MUNICH = "xn--mnchen-3ya.example";

export const DOOR_ATTACKS = attacksOn(honestSite, {
  "K12-spelled-folder: Ask for a protected folder as file servers and servlet containers read it":
    async (target) => {
      const { port } = target.closing(await serve(byFolders));
      const shows = async (at: number, path: string) => (await askAt(at, path)).body === INSIDE;
      const enter = async ([folder, paths]: (typeof FOLDERS)[number]) => {
        for (const path of paths)
          if (!(await shows(port, path))) throw new Error(`The site does not show ${path}.`);
        const conditions = [["PagePath", folder, "Contains"]] as const;
        const site = await openSite(target, { conditions, answer: byFolders });
        return tryEach(paths, (path) => shows(site.port, path));
      };
      const [queue, danish] = await Promise.all(FOLDERS.map(enter));
      if (queue === undefined || danish === undefined) throw new Error("There is no folder.");
      return both(queue, danish);
    },
  "K13-http2-authority: Come over HTTP/2, where the host stands in another place": async (
    target,
  ) => {
    const { options } = await openShop(target);
    const connector = await startConnector(target, options);
    const { private: key, cert } = await generate([{ name: "commonName", value: HOST }]);
    const server: Http2SecureServer = createSecureServer(
      { key, cert },
      connector.wrap((_request, response) => response.end(INSIDE)),
    );
    const port = await listen(server);
    target.closing({ close: async () => server.close() });
    return tryEach(AUTHORITIES, async (headers) => {
      const { body, headers: got } = await askHttp2(port, headers);
      const back = /[?&]t=([^&]*)/.exec(got.location ?? "")?.[1] ?? "";
      // Who is sent back to an address inside never comes in.
      return body === INSIDE || decodeURIComponent(back).includes("//127.0.0.1:");
    });
  },
  "K14-dressed-as-preflight: Dress a request as a browser's question, or read the line's answer on another site":
    async (target) => {
      const { port } = await openSite(target, { allowedOrigins: [PAGE] });
      const isIn = async (asked: (typeof DRESSED)[number]) =>
        (await askAt(port, "/tickets", { method: "OPTIONS", ...asked })).body === INSIDE;
      if (!(await isIn({ headers: QUESTION })))
        throw new Error("A browser's question does not reach the site.");
      const script = { "x-queueit-ajaxpageurl": encodeURIComponent(`${PAGE}/`) };
      const isReadBy = async (origin: string) => {
        const { headers } = await askAt(port, "/tickets", { headers: { ...script, origin } });
        return headers["access-control-allow-origin"] !== undefined;
      };
      if (!(await isReadBy(PAGE))) throw new Error("The shop's own page cannot read the answer.");
      return both(await tryEach(DRESSED, isIn), await tryEach(STRANGERS, isReadBy));
    },
  "K16-browsers-name: Come by the name that browsers send of a host beyond ASCII": async (
    target,
  ) => {
    const site = await openSite(target, {
      conditions: [
        ["HostName", " München.Example "],
        ["PagePath", "/tickets"],
      ],
    });
    const names = [MUNICH, MUNICH.toUpperCase(), `${MUNICH}:443`];
    return tryEach(names, async (host) => (await site.ask("/tickets", { host })).body === INSIDE);
  },
});
