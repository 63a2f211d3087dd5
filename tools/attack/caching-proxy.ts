import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { requireDebianProgram } from "../deploy-files/debian-program";
import { freePort, type Served } from "../shared/serve";
import { sleep } from "../shared/time";
import { temporaryDirectory } from "../stack/temporary-directory";

/**
 * Starts an nginx in front of a site that keeps answers with cookies, as content delivery networks do. `x-cache` of its
 * answers says where they come from.
 */
export async function startCache(sitePort: number, host: string): Promise<Served> {
  const folder = await temporaryDirectory("stanchion-cache-");
  const port = await freePort();
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
master_process off; events {}
http { access_log off; ${temps.join(" ")} proxy_cache_path ${join(folder, "kept")} keys_zone=kept:1m;
server { listen 127.0.0.1:${port}; add_header X-Cache $upstream_cache_status always;
location / { proxy_pass http://127.0.0.1:${sitePort}; proxy_set_header Host ${host}; proxy_cache kept;
proxy_ignore_headers Set-Cookie; proxy_cache_valid 200 10m; } } }`,
  );
  const args = ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const child = spawn(requireDebianProgram("nginx"), args, { stdio: "ignore" });
  const ended = once(child, "exit");
  while (!(await fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await sleep(50);
  }
  return {
    port,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
