import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { generate } from "selfsigned";
import { freePort } from "../shared/serve";
import { until } from "../shared/time";
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

export interface Proxy {
  readonly name: string;
  /**
   * Writes the configuration, with this machine's ports and certificates; answers the arguments with which its program
   * checks it, and those with which it runs.
   */
  readonly prepare: (setting: ProxySetting) => Promise<Record<"check" | "run", readonly string[]>>;
}

export async function proxySetting(directory: string, behindPort: number): Promise<ProxySetting> {
  return { directory, behindPort, httpPort: await freePort(), httpsPort: await freePort() };
}

/** Replaces what has to be there, so that a changed file does not go unchanged. */
export function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [old, value]) => {
    if (!result.includes(old)) throw new Error(`The file does not have "${old}" any more.`);
    return result.replaceAll(old, value);
  }, text);
}

/** Where an nginx keeps what it would write beside its system. */
export function temporaryPaths(folder: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(" ");
}

export const NGINX: Proxy = {
  name: "nginx",
  async prepare({ directory, httpPort, httpsPort, behindPort }) {
    const inside = (name: string): string => join(directory, name);
    const made = await generate([{ name: "commonName", value: "console.example.com" }]);
    writeFileSync(inside("key.pem"), made.private, { mode: 0o600 });
    writeFileSync(inside("certificate.pem"), made.cert);
    const site = replaced(readDeployFile("nginx/stanchion.conf"), {
      "listen 80;": `listen 127.0.0.1:${httpPort};`,
      "listen 443 ssl": `listen 127.0.0.1:${httpsPort} ssl`,
      "    listen [::]:80;\n": "",
      "    listen [::]:443 ssl http2;\n": "",
      "127.0.0.1:3000": `127.0.0.1:${behindPort}`,
      "127.0.0.1:3101": `127.0.0.1:${behindPort}`,
      "/var/cache/nginx/stanchion": inside("cache"),
      "/etc/letsencrypt/live/console.example.com/fullchain.pem": inside("certificate.pem"),
      "/etc/letsencrypt/live/console.example.com/privkey.pem": inside("key.pem"),
      "/etc/letsencrypt/live/room.example.com/fullchain.pem": inside("certificate.pem"),
      "/etc/letsencrypt/live/room.example.com/privkey.pem": inside("key.pem"),
    });
    writeFileSync(inside("stanchion.conf"), site);
    mkdirSync(inside("temp"), { recursive: true });
    const main = `daemon off;
pid ${inside("pid")};
error_log ${inside("error.log")};
events {}
http { access_log off; ${temporaryPaths(inside("temp"))} include ${inside("stanchion.conf")}; }
`;
    writeFileSync(inside("nginx.conf"), main);
    const run = ["-c", inside("nginx.conf"), "-e", inside("error.log")];
    return { run, check: [...run, "-t"] };
  },
};

export const CADDY: Proxy = {
  name: "caddy",
  async prepare({ directory, httpPort, httpsPort, behindPort }) {
    const file = join(directory, "Caddyfile");
    const own = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\temail`;
    const text = replaced(readDeployFile("caddy/Caddyfile"), {
      "\temail": `\t${own}`,
      "127.0.0.1:3000": `127.0.0.1:${behindPort}`,
      "127.0.0.1:3101 127.0.0.1:3102": `127.0.0.1:${behindPort}`,
    });
    writeFileSync(file, text);
    const config = ["--config", file, "--adapter", "caddyfile"];
    return { run: ["run", ...config], check: ["validate", ...config] };
  },
};

/** The environment of a program that keeps what it writes in a folder. */
export function environmentOf(directory: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
}

export async function checkProxy({ name, prepare }: Proxy, setting: ProxySetting) {
  const { check } = await prepare(setting);
  const env = environmentOf(setting.directory);
  const options = { encoding: "utf8", env } as const;
  const { status, stdout, stderr } = spawnSync(requireDebianProgram(name), check, options);
  return { isRight: status === 0, words: `${stdout}${stderr}` };
}

/** Runs the proxy until `stop`; `isReady` says when it answers. */
export async function startProxy(
  { name, prepare }: Proxy,
  setting: ProxySetting,
  isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const { run } = await prepare(setting);
  return runUntilStopped({ name, args: run, env: environmentOf(setting.directory) }, isReady);
}

/** Runs a program of Debian's until `stop`; resolves once it is ready, and throws where it ends before. */
export async function runUntilStopped(
  { name, args, env }: Readonly<{ name: string; args: readonly string[]; env: NodeJS.ProcessEnv }>,
  isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const program = isAbsolute(name) ? name : requireDebianProgram(name);
  const child = spawn(program, args, { stdio: "ignore", env });
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  const answers = until(`${name} answers`, () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
    return isReady().catch(() => false);
  });
  await answers.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return stop;
}
