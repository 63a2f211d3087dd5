import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "../stack/paths";
import type { Supervisor } from "../stack/processes";
import { findProgram, installProgram, isRoot, runProgram, SYSTEM_PATH } from "../stack/programs";
import { say } from "../stack/run-command";
import { runNode } from "../stack/run-to-end";

const RELEASE = "trixie";
const MIRROR = "http://deb.debian.org/debian";
const IN_IT = ["systemd", "systemd-sysv", "dbus", "ca-certificates"];
/** The address of the machine in its own network: one that is reserved for documents. */
export const ADDRESS = "203.0.113.10";

/** A bare Debian in namespaces of Linux, with systemd as its first process and a network of its own. */
export interface Machine {
  /** Its root folder, as this machine sees it. */
  readonly root: string;
  run(script: string, options?: { readonly withRegistries?: boolean }): Promise<string>;
  /** What to put in front of a program of this machine so that it runs in the network of the other one. */
  readonly network: readonly string[];
}

function requireRoot(): void {
  if (process.platform === "linux" && isRoot() && findProgram("apt-get") !== null) return;
  throw new ExpectedFailure(
    "The guide was not tried: this needs root on Debian or Ubuntu, because it makes a machine of its own from namespaces.",
  );
}

/** The folder of a bare Debian, made at the first time. */
function requireBase(): string {
  const mark = createHash("sha256").update([RELEASE, MIRROR, ...IN_IT].join(" "));
  const base = projectPath(".data", "self-hosting", `debian-${mark.digest("hex").slice(0, 8)}`);
  if (existsSync(base)) return base;
  say("Making a bare Debian with mmdebstrap");
  const program = installProgram("mmdebstrap", ["mmdebstrap"], say);
  if (program === null)
    throw new ExpectedFailure("Install mmdebstrap (for example: apt-get install mmdebstrap).");
  const made = `${base}.${process.pid}`;
  mkdirSync(dirname(base), { recursive: true });
  const args = ["--variant=minbase", `--include=${IN_IT.join(",")}`, RELEASE, made, MIRROR];
  if (runProgram(program, args) === null) {
    rmSync(made, { recursive: true, force: true });
    throw new ExpectedFailure(`mmdebstrap could not make a Debian ${RELEASE} from ${MIRROR}.`);
  }
  renameSync(made, base);
  return base;
}

function machineOf(maker: number | undefined): Machine {
  const children = readFileSync(`/proc/${maker}/task/${maker}/children`, "utf8");
  const pid = children.trim().split(" ")[0] ?? "";
  const enter = ["--target", pid, "--mount", "--pid", "--uts", "--ipc", "--cgroup"];
  return {
    root: `/proc/${pid}/root`,
    network: ["nsenter", "--target", pid, "--net"],
    run: async (script, { withRegistries = false } = {}) => {
      const network = withRegistries ? [] : ["--net"];
      const variables = ["HOME=/root", `PATH=${SYSTEM_PATH}`, "LANG=C.UTF-8", "TERM=dumb"];
      // npm of the machine knows no authority that this machine may have for its registries.
      if (withRegistries) variables.push("NODE_EXTRA_CA_CERTS=/root/.registries.crt");
      const shell = ["bash", "-euo", "pipefail", "-c", script];
      const args = [...enter, ...network, "--root", "--wd", "env", "-i", ...variables, ...shell];
      const { code, output } = await runNode({ program: "nsenter", args });
      if (code === 0) return output;
      const end = output.trim().slice(-4_000);
      throw new ExpectedFailure(`${script.trim()}\nended with ${code}:\n${end}`);
    },
  };
}

function prepareFiles(root: string): void {
  const hosts = ["console", "room", "shop", "mail"].map((name) => `${name}.example.com`);
  const lines = ["127.0.0.1 localhost", "::1 localhost", `${ADDRESS} ${hosts.join(" ")}`];
  writeFileSync(join(root, "etc/hosts"), `${lines.join("\n")}\n`);
  writeFileSync(join(root, "etc/resolv.conf"), readFileSync("/etc/resolv.conf"));
  const authorities = "/etc/ssl/certs/ca-certificates.crt";
  const known = existsSync(authorities) ? readFileSync(authorities) : "";
  writeFileSync(join(root, "root/.registries.crt"), known);
}

/** Its changes are kept in `directory`; it ends with the supervisor, and nothing of it is left but those. */
export async function startMachine(directory: string, supervisor: Supervisor): Promise<Machine> {
  requireRoot();
  const base = requireBase();
  const [changes = "", work = "", mounted = ""] = ["changes", "work", "root"].map((name) => {
    const folder = join(directory, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  });
  const groups = /^\S+ (\S+) cgroup2 /m.exec(readFileSync("/proc/mounts", "utf8"))?.[1];
  if (groups === undefined) throw new ExpectedFailure("This Linux has no cgroup2.");
  const group = join(groups, `stanchion-${process.pid}`);
  mkdirSync(group, { recursive: true });
  process.once("exit", () => {
    // It is empty a moment after the last process has ended.
    for (let tries = 0; tries < 20; tries += 1)
      if (runProgram("find", [group, "-depth", "-type", "d", "-delete"]) !== null) return;
  });
  say("Starting its systemd");
  const script = projectPath("tools/self-hosting/boot-machine.sh");
  supervisor.run({
    name: "machine",
    command: "sh",
    args: [script, group, base, changes, work, mounted, ADDRESS],
    env: { PATH: process.env["PATH"] },
    tier: 0,
    // The first process of a machine ignores what would end others.
    stopSignal: "SIGKILL",
  });
  const machine = () => machineOf(supervisor.processId("machine"));
  await supervisor.waitUntilReady("machine", async () => {
    const state = await machine().run("systemctl is-system-running || true");
    // "degraded" where the kernel takes no modules from it.
    return /^(running|degraded)$/m.test(state);
  });
  prepareFiles(machine().root);
  return machine();
}
