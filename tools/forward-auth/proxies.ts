import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProxyName } from "../../connectors/src/adapters/proxy/forward-auth/proxies";
import { requireDebianProgram } from "../deploy-files/debian-program";
import { readDeployFile } from "../deploy-files/deploy-files";
import {
  environmentOf,
  replaced,
  runUntilStopped,
  temporaryPaths,
} from "../deploy-files/run-proxy";
import { projectPath } from "../stack/paths";
import { unpackPackages } from "../stack/programs";

/** Where a proxy listens, over TLS with HTTP/2 as well, and what it talks to. */
export interface Setting {
  readonly directory: string;
  readonly port: number;
  readonly tlsPort: number;
  readonly tls: { readonly key: string; readonly cert: string };
  readonly sitePort: number;
  readonly connectorPort: number;
  readonly key: string;
}

/** How to run a program of Debian's with the files of `deploy/forward-auth`. */
interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

type Prepare = (setting: Setting) => Start;

const CONNECTOR = "127.0.0.1:9080";
const SITE = "127.0.0.1:3000";
const folderOf = (file: string): string => join("forward-auth", file);

/** The libraries that were unpacked with a program. */
function librariesOf(program: string): string {
  const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
  return join(program, "../../lib", `${machine}-linux-gnu`);
}

/** What a proxy is asked over TLS with: the paths of a key, a certificate, and both in one. */
function writeTls({ directory, tls }: Setting) {
  const texts = { key: tls.key, cert: tls.cert, both: `${tls.cert}\n${tls.key}` };
  const [key = "", cert = "", both = ""] = Object.entries(texts).map(([name, text]) => {
    const file = join(directory, `${name}.pem`);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  });
  return { key, cert, both };
}

function prepareNginx(setting: Setting): Start {
  const { directory, port, tlsPort, sitePort, connectorPort, key } = setting;
  const inside = (name: string): string => join(directory, name);
  const tls = writeTls(setting);
  const shared = replaced(readDeployFile(folderOf("nginx/stanchion.conf")), {
    [CONNECTOR]: `127.0.0.1:${connectorPort}`,
    '"KEY"': `"${key}"`,
  });
  writeFileSync(inside("shared.conf"), shared);
  writeFileSync(inside("protect.conf"), readDeployFile(folderOf("nginx/protect.conf")));
  mkdirSync(inside("temp"), { recursive: true });
  writeFileSync(inside("users"), "ana:{PLAIN}correct\n");
  const text = `daemon off; pid ${inside("pid")}; error_log ${inside("error.log")}; events {}
http { access_log off; ${temporaryPaths(inside("temp"))} include ${inside("shared.conf")};
map $http_upgrade $connection_upgrade { default upgrade; "" close; }
server { listen 127.0.0.1:${port}; listen 127.0.0.1:${tlsPort} ssl http2;
ssl_certificate ${tls.cert}; ssl_certificate_key ${tls.key};
set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
include ${inside("protect.conf")};
location / { proxy_pass http://127.0.0.1:${sitePort}; proxy_set_header Host $http_host; proxy_http_version 1.1;
proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade; }
location ~ ^(/tickets)?/staff/ { auth_basic "Staff"; auth_basic_user_file ${inside("users")};
proxy_pass http://127.0.0.1:${sitePort}; } } }
`;
  writeFileSync(inside("nginx.conf"), text);
  const args = ["-c", inside("nginx.conf"), "-e", inside("error.log")];
  return { program: requireDebianProgram("nginx"), args, env: process.env };
}

function prepareCaddy(setting: Setting): Start {
  const { directory, port, tlsPort, sitePort, connectorPort, key } = setting;
  const file = join(directory, "Caddyfile");
  const tls = writeTls(setting);
  const text = replaced(readDeployFile(folderOf("caddy/Caddyfile")), {
    "method GET": "method GET\n\t\ttrusted_proxies 127.0.0.1/32",
    [CONNECTOR]: `127.0.0.1:${connectorPort}`,
    [SITE]: `127.0.0.1:${sitePort}`,
  });
  const at = text.indexOf("shop.example.com {");
  const listenAt = (address: string): string =>
    replaced(text.slice(at), { "shop.example.com {": `${address} {\n\tbind 127.0.0.1` });
  const plain = listenAt(`http://:${port}`);
  const secure = `${listenAt(`https://:${tlsPort}`).trimEnd().slice(0, -1)}\ttls ${tls.cert} ${tls.key}\n}\n`;
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${text.slice(0, at)}${plain}${secure}`);
  return {
    program: requireDebianProgram("caddy"),
    args: ["run", "--config", file, "--adapter", "caddyfile"],
    env: { ...environmentOf(directory), STANCHION_PROXY_KEY: key },
  };
}

function prepareHaproxy(setting: Setting): Start {
  const { directory, port, tlsPort, sitePort, connectorPort, key } = setting;
  const inside = (name: string): string => join(directory, name);
  const secure = `bind 127.0.0.1:${tlsPort} ssl crt ${writeTls(setting).both} alpn h2,http/1.1`;
  copyFileSync(projectPath("deploy/forward-auth/haproxy/stanchion.lua"), inside("stanchion.lua"));
  const asked = "http-request lua.stanchion";
  const source = "http-request set-src hdr(x-forwarded-for) if { hdr(x-forwarded-for) -m found }";
  const text = replaced(readDeployFile(folderOf("haproxy/haproxy.cfg")), {
    "/etc/haproxy/stanchion.lua": inside("stanchion.lua"),
    "bind :80": `bind 127.0.0.1:${port}\n    ${secure}`,
    [asked]: `${source}\n    ${asked}`,
    [SITE]: `127.0.0.1:${sitePort}`,
  });
  writeFileSync(inside("haproxy.cfg"), text);
  const program = requireDebianProgram("haproxy");
  return {
    program,
    args: ["-db", "-f", inside("haproxy.cfg")],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: librariesOf(program),
      STANCHION_PROXY_KEY: key,
      STANCHION_FORWARD_AUTH: `http://127.0.0.1:${connectorPort}/`,
    },
  };
}

const APACHE_MODULES =
  "mpm_event authn_core authz_core lua proxy proxy_http headers remoteip ssl http2".split(" ");

/** Where Lua finds the sockets that the script of Apache takes: of this machine, else unpacked. */
function luaSocketPaths(): Readonly<Record<string, string>> {
  const folder = projectPath(".data/programs/lua-socket");
  const roots = ["/", folder];
  const find = (): string | undefined =>
    roots.find((root) => existsSync(join(root, "usr/share/lua/5.3/socket.lua")));
  const root = find() ?? (unpackPackages(["lua-socket"], folder) ? find() : undefined);
  if (root === undefined) throw new Error("Not checked: install the package lua-socket.");
  const share = join(root, "usr/share/lua/5.3/?.lua");
  const libraries = join(librariesOf(join(root, "usr/bin/lua")), "lua/5.3/?.so");
  return { LUA_PATH: `${share};;`, LUA_CPATH: `${libraries};;` };
}

function prepareApache(setting: Setting): Start {
  const { directory, port, tlsPort, sitePort, connectorPort, key } = setting;
  const tls = writeTls(setting);
  const inside = (name: string): string => join(directory, name);
  copyFileSync(projectPath("deploy/forward-auth/apache/stanchion.lua"), inside("stanchion.lua"));
  const protection = replaced(readDeployFile(folderOf("apache/stanchion.conf")), {
    "/etc/apache2/stanchion.lua": inside("stanchion.lua"),
    [CONNECTOR]: `127.0.0.1:${connectorPort}`,
  });
  writeFileSync(inside("stanchion.conf"), protection);
  const program = requireDebianProgram("apache2");
  const modules = join(program, "../../lib/apache2/modules");
  const load = APACHE_MODULES.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`);
  const text = `${load.join("\n")}
ServerRoot ${directory}
DefaultRuntimeDir ${directory}
PidFile ${inside("pid")}
ErrorLog ${inside("error.log")}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
Listen 127.0.0.1:${tlsPort}
RemoteIPHeader X-Forwarded-For
RemoteIPInternalProxy 127.0.0.1
Include ${inside("stanchion.conf")}
ProxyPreserveHost On
ProxyPass / http://127.0.0.1:${sitePort}/ nocanon upgrade=websocket
<VirtualHost 127.0.0.1:${tlsPort}>
SSLEngine on
SSLCertificateFile ${tls.cert}
SSLCertificateKeyFile ${tls.key}
Protocols h2 http/1.1
</VirtualHost>
`;
  writeFileSync(inside("apache2.conf"), text);
  return {
    program,
    args: ["-X", "-f", inside("apache2.conf")],
    env: {
      ...process.env,
      ...luaSocketPaths(),
      LD_LIBRARY_PATH: librariesOf(program),
      STANCHION_PROXY_KEY: key,
      STANCHION_FORWARD_AUTH_PORT: String(connectorPort),
    },
  };
}

/** The proxies that Debian has, with the files of `deploy/forward-auth` for them. */
const PREPARE = {
  nginx: prepareNginx,
  caddy: prepareCaddy,
  haproxy: prepareHaproxy,
  apache: prepareApache,
} satisfies Partial<Record<ProxyName, Prepare>>;

export type RunnableProxy = keyof typeof PREPARE;

/** Runs a proxy in front of a site until it is stopped. */
export function startProxy(name: RunnableProxy, setting: Setting): Promise<() => Promise<void>> {
  const start = PREPARE[name](setting);
  const isReady = () => fetch(`http://127.0.0.1:${setting.port}/`).then(Boolean);
  return runUntilStopped({ ...start, name: start.program }, isReady);
}
