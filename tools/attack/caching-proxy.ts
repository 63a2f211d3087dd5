import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runUntilStopped, temporaryPaths } from "../deploy-files/run-proxy";
import { freePort, type Served } from "../shared/serve";
import { temporaryDirectory } from "../stack/temporary-directory";

/** An nginx that keeps answers with cookies, as content delivery networks do; `x-cache` says where an answer comes from. */
export async function startCache(sitePort: number, host: string): Promise<Served> {
  const folder = await temporaryDirectory("stanchion-cache-");
  const port = await freePort();
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
master_process off; events {}
http { access_log off; ${temporaryPaths(folder)} proxy_cache_path ${join(folder, "kept")} keys_zone=kept:1m;
server { listen 127.0.0.1:${port}; add_header X-Cache $upstream_cache_status always;
location / { proxy_pass http://127.0.0.1:${sitePort}; proxy_set_header Host ${host}; proxy_cache kept;
proxy_ignore_headers Set-Cookie; proxy_cache_valid 200 10m; } } }`,
  );
  const args = ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const isReady = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean);
  return { port, close: await runUntilStopped({ name: "nginx", args, env: process.env }, isReady) };
}
