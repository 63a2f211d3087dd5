import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { generate } from "selfsigned";
import { freePort } from "../shared/serve";
import { requireDebianProgram } from "./debian-program";
import { readDeployFile } from "./deploy-files";

/** Where a proxy of `deploy` listens in a test, and what stands behind it. */
export interface ProxySetting {
  readonly directory: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** What answers as the console and as the waiting room. */
  readonly behindPort: number;
}

/** A proxy with a configuration of `deploy`: how to check it, and how to run it. */
export interface Proxy {
  readonly name: string;
  /** Writes the configuration, with this machine's ports and certificates. */
  readonly prepare: (setting: ProxySetting) => Promise<readonly string[]>;
  readonly check: readonly string[];
  readonly run: readonly string[];
}

/** Ports that nobody listens on, for a proxy in front of `behindPort`. */
export async function proxySetting(directory: string, behindPort: number): Promise<ProxySetting> {
  return { directory, behindPort, httpPort: await freePort(), httpsPort: await freePort() };
}

/** Replaces what has to be there, so that a changed file does not go unchanged. */
function replaced(text: string, ...replacements: readonly (readonly [string, string])[]): string {
  let result = text;
  for (const [old, value] of replacements) {
    if (!result.includes(old)) throw new Error(`The file does not have "${old}" any more.`);
    result = result.replaceAll(old, value);
  }
  return result;
}

export const NGINX: Proxy = {
  name: "nginx",
  check: ["-t"],
  run: [],
  async prepare({ directory, httpPort, httpsPort, behindPort }) {
    const made = await generate([{ name: "commonName", value: "console.example.com" }]);
    writeFileSync(join(directory, "key.pem"), made.private, { mode: 0o600 });
    writeFileSync(join(directory, "certificate.pem"), made.cert);
    const hosts = ["console.example.com", "room.example.com"];
    const text = replaced(
      readDeployFile("nginx/stanchion.conf"),
      ["listen 80;", `listen 127.0.0.1:${httpPort};`],
      ["listen 443 ssl", `listen 127.0.0.1:${httpsPort} ssl`],
      ["    listen [::]:80;\n", ""],
      ["    listen [::]:443 ssl http2;\n", ""],
      ["127.0.0.1:3000", `127.0.0.1:${behindPort}`],
      ["127.0.0.1:3101", `127.0.0.1:${behindPort}`],
      ["/var/cache/nginx/stanchion", join(directory, "cache")],
      ...hosts.flatMap((host) => [
        [
          `/etc/letsencrypt/live/${host}/fullchain.pem`,
          join(directory, "certificate.pem"),
        ] as const,
        [`/etc/letsencrypt/live/${host}/privkey.pem`, join(directory, "key.pem")] as const,
      ]),
    );
    writeFileSync(join(directory, "stanchion.conf"), text);
    mkdirSync(join(directory, "temp"), { recursive: true });
    const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `  ${kind}_temp_path ${join(directory, "temp", kind)};`,
    );
    const main = [
      "daemon off;",
      `pid ${join(directory, "pid")};`,
      `error_log ${join(directory, "error.log")};`,
      "events {}",
      "http {",
      "  access_log off;",
      ...temps,
      `  include ${join(directory, "stanchion.conf")};`,
      "}",
    ];
    writeFileSync(join(directory, "nginx.conf"), `${main.join("\n")}\n`);
    return ["-c", join(directory, "nginx.conf"), "-e", join(directory, "error.log")];
  },
};

export const CADDY: Proxy = {
  name: "caddy",
  check: ["validate"],
  run: ["run"],
  async prepare({ directory, httpPort, httpsPort, behindPort }) {
    const own = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\temail`;
    const text = replaced(
      readDeployFile("caddy/Caddyfile"),
      ["\temail", `\t${own}`],
      ["127.0.0.1:3000", `127.0.0.1:${behindPort}`],
      ["127.0.0.1:3101 127.0.0.1:3102", `127.0.0.1:${behindPort}`],
    );
    writeFileSync(join(directory, "Caddyfile"), text);
    return ["--config", join(directory, "Caddyfile"), "--adapter", "caddyfile"];
  },
};

function environmentOf(directory: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
}

/** What the proxy's own tool says of its configuration: whether it is right, and its words. */
export async function checkProxy(
  proxy: Proxy,
  setting: ProxySetting,
): Promise<{ readonly isRight: boolean; readonly words: string }> {
  const config = await proxy.prepare(setting);
  const [first = [], rest = []] =
    proxy.name === "caddy" ? [proxy.check, config] : [config, proxy.check];
  const { status, stdout, stderr } = spawnSync(
    requireDebianProgram(proxy.name),
    [...first, ...rest],
    { encoding: "utf8", env: environmentOf(setting.directory) },
  );
  return { isRight: status === 0, words: `${stdout}${stderr}` };
}

/** Runs the proxy until `stop`; `isReady` says when it answers. */
export async function startProxy(
  proxy: Proxy,
  setting: ProxySetting,
  isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const config = await proxy.prepare(setting);
  const child: ChildProcess = spawn(requireDebianProgram(proxy.name), [...proxy.run, ...config], {
    stdio: "ignore",
    env: environmentOf(setting.directory),
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${proxy.name} ended with ${child.exitCode}.`);
    if (await isReady().catch(() => false)) return stop;
    await delay(50);
  }
  await stop();
  throw new Error(`${proxy.name} does not answer.`);
}
