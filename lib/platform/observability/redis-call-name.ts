import type { Command, Redis } from "ioredis";

type Script = { readonly sha?: unknown };

/** They wait for something to happen, so that their times tell nothing. */
const WAITING = /^b[lrz](?:pop|mpop|move)/;

export const isWaiting = ({ name }: Command): boolean => WAITING.test(name);

/** The name that a script was defined by, without the version that BullMQ puts behind it; else the command. */
export function redisCallName(redis: Redis, command: Command, names: Map<unknown, string>): string {
  const [sha] = command.args;
  if (command.name !== "evalsha" && command.name !== "eval") return command.name;
  const known = names.get(sha);
  if (known !== undefined) return known;
  const scripts: Readonly<Record<string, Script>> = Reflect.get(redis, "scriptsSet") ?? {};
  const [defined] = Object.entries(scripts).find(([, script]) => script.sha === sha) ?? [];
  if (defined === undefined) return command.name;
  const name = defined.replace(/^stanchion-/, "").replace(/:.*$/, "");
  names.set(sha, name);
  return name;
}
