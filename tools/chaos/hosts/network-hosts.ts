import { randomInt } from "node:crypto";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Service } from "../../stack/processes";
import { findProgram, isRoot, runProgram } from "../../stack/programs";

/** Visitors come by the front, and Redis is behind the back, as in a data centre. */
export const CABLES = ["front", "back"] as const;
export type CableName = (typeof CABLES)[number];

export type NetworkHost = {
  /** Where this host is reached by its front. */
  readonly address: string;
  /** Where it reaches this machine by its back. */
  readonly gateway: string;
  /** The same program, run on this host. */
  readonly service: (service: Service) => Service;
  /** Packets vanish on it both ways, and nobody is told. */
  readonly pull: (cable: CableName) => void;
  readonly plugIn: (cable: CableName) => void;
};

/**
 * Makes hosts that reach this machine, and not each other's loopback, over two cables each: network namespaces of Linux, with
 * a bridge for all fronts and one for all backs. They are gone when this process ends. Throws one sentence where the machine does
 * not let us.
 */
export function startNetworkHosts(count: number): readonly NetworkHost[] {
  const ip = findProgram("ip");
  if (ip === null || !isRoot())
    throw new ExpectedFailure("Run this as root, with iproute2 installed: it makes network hosts.");
  const run = (...args: string[]) => {
    if (runProgram(ip, args) === null)
      throw new ExpectedFailure(`This machine makes no network hosts: ip ${args.join(" ")} fails.`);
  };
  // Names of interfaces have fifteen letters at most; several runs may stand beside each other.
  const id = randomInt(0x1000, 0x10000).toString(16);
  const subnet = randomInt(64, 250);
  const nets = CABLES.map((cable, index) => ({
    cable,
    bridge: `st${id}${cable}`,
    prefix: `10.${subnet}.${index}`,
  }));
  const names = Array.from({ length: count }, (_none, index) => `st${id}h${index}`);
  process.once("exit", () => {
    for (const name of names) runProgram(ip, ["netns", "del", name]);
    for (const { bridge } of nets) runProgram(ip, ["link", "del", bridge]);
  });
  for (const { bridge, prefix } of nets) {
    run("link", "add", bridge, "type", "bridge");
    run("addr", "add", `${prefix}.1/24`, "dev", bridge);
    run("link", "set", bridge, "up");
  }
  return names.map((name, index) => {
    run("netns", "add", name);
    const on = (...args: string[]) => run("-n", name, ...args);
    on("link", "set", "lo", "up");
    const last = index + 2;
    const portOf = (cable: CableName) => `${name}${cable.slice(0, 1)}`;
    for (const { cable, bridge, prefix } of nets) {
      run("link", "add", portOf(cable), "type", "veth", "peer", "name", cable, "netns", name);
      run("link", "set", portOf(cable), "master", bridge, "up");
      on("addr", "add", `${prefix}.${last}/24`, "dev", cable);
      on("link", "set", cable, "up");
    }
    const [front, back] = nets.map(({ prefix }) => prefix);
    return {
      address: `${front}.${last}`,
      gateway: `${back}.1`,
      service: (service) => ({
        ...service,
        command: ip,
        args: ["netns", "exec", name, service.command, ...service.args],
      }),
      pull: (cable) => run("link", "set", portOf(cable), "nomaster"),
      plugIn: (cable) => {
        const net = nets.find((one) => one.cable === cable);
        run("link", "set", portOf(cable), "master", net?.bridge ?? "");
      },
    };
  });
}
