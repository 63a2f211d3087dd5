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

/** Where a proxy listens, and what it talks to. */
export interface Setting {
  readonly directory: string;
  readonly port: number;
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

function prepareNginx({ directory, port, sitePort, connectorPort, key }: Setting): Start {
  const inside = (name: string): string => join(directory, name);
  const shared = replaced(readDeployFile(folderOf("nginx/stanchion.conf")), {
    [CONNECTOR]: `127.0.0.1:${connectorPort}`,
    '"KEY"': `"${key}"`,
  });
  writeFileSync(inside("shared.conf"), shared);
  writeFileSync(inside("protect.conf"), readDeployFile(folderOf("nginx/protect.conf")));
  mkdirSync(inside("temp"), { recursive: true });
  const text = `daemon off; pid ${inside("pid")}; error_log ${inside("error.log")}; events {}
http { access_log off; ${temporaryPaths(inside("temp"))} include ${inside("shared.conf")};
server { listen 127.0.0.1:${port}; set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
include ${inside("protect.conf")};
location / { proxy_pass http://127.0.0.1:${sitePort}; proxy_set_header Host $http_host; } } }
`;
  writeFileSync(inside("nginx.conf"), text);
  const args = ["-c", inside("nginx.conf"), "-e", inside("error.log")];
  return { program: requireDebianProgram("nginx"), args, env: process.env };
}

function prepareCaddy({ directory, port, sitePort, connectorPort, key }: Setting): Start {
  const file = join(directory, "Caddyfile");
  const text = replaced(readDeployFile(folderOf("caddy/Caddyfile")), {
    "method GET": "method GET\n\t\ttrusted_proxies 127.0.0.1/32",
    [CONNECTOR]: `127.0.0.1:${connectorPort}`,
    [SITE]: `127.0.0.1:${sitePort}`,
    "shop.example.com {": `http://:${port} {\n\tbind 127.0.0.1`,
  });
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
  return {
    program: requireDebianProgram("caddy"),
    args: ["run", "--config", file, "--adapter", "caddyfile"],
    env: { ...environmentOf(directory), STANCHION_PROXY_KEY: key },
  };
}

function prepareHaproxy({ directory, port, sitePort, connectorPort, key }: Setting): Start {
  const inside = (name: string): string => join(directory, name);
  copyFileSync(projectPath("deploy/forward-auth/haproxy/stanchion.lua"), inside("stanchion.lua"));
  const asked = "http-request lua.stanchion";
  const source = "http-request set-src hdr(x-forwarded-for) if { hdr(x-forwarded-for) -m found }";
  const text = replaced(readDeployFile(folderOf("haproxy/haproxy.cfg")), {
    "/etc/haproxy/stanchion.lua": inside("stanchion.lua"),
    "bind :80": `bind 127.0.0.1:${port}`,
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
  "mpm_event authn_core authz_core lua proxy proxy_http headers remoteip".split(" ");

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

function prepareApache({ directory, port, sitePort, connectorPort, key }: Setting): Start {
  const inside = (name: string): string => join(directory, name);
  copyFileSync(projectPath("deploy/forward-auth/apache/stanchion.lua"), inside("stanchion.lua"));
  const protection = replaced(readDeployFile(folderOf("apache/stanchion.conf")), {
    "/etc/apache2/stanchion.lua": inside("stanchion.lua"),
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
RemoteIPHeader X-Forwarded-For
RemoteIPInternalProxy 127.0.0.1
Include ${inside("stanchion.conf")}
ProxyPreserveHost On
ProxyPass / http://127.0.0.1:${sitePort}/ nocanon
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
