#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createActivityReporter } from "../node/index.ts";
import { type Command, readCommand } from "./command.ts";
import { UsageError } from "./command-line.ts";
import { createForwardAuth } from "./forward-auth/server.ts";
import { HELP } from "./help.ts";
import { createProxy, type ProxyServer } from "./proxy.ts";

function report({ message }: Error): void {
  process.stderr.write(`${new Date().toISOString()} ${message}\n`);
}

type RunCommand = Exclude<Command, { type: "help" }>;

/** What runs, and what it says of itself. */
function make(command: RunCommand): { readonly server: ProxyServer; readonly does: string } {
  const { activityUrl, options } = command;
  const { apiKey = "" } = options;
  const activity =
    activityUrl === undefined
      ? undefined
      : createActivityReporter({ activityUrl, apiKey, onProblem: report });
  const parts = { activity, onProblem: report };
  return command.type === "proxy"
    ? {
        server: createProxy({ ...command.options, ...parts }),
        does: `passes on to ${command.options.origin}`,
      }
    : {
        server: createForwardAuth({ ...command.options, ...parts }),
        does: `answers ${command.options.proxy}`,
      };
}

async function run(command: RunCommand): Promise<void> {
  const { server, does } = make(command);
  const port = await server.listen(command.listen);
  process.stdout.write(`The ${command.type} listens on ${port} and ${does}.\n`);
  const close = (): void => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
}

async function main(): Promise<void> {
  const context = { env: process.env, readFile: (path: string) => readFileSync(path, "utf8") };
  const command = readCommand(process.argv.slice(2), context);
  if (command.type === "help") process.stdout.write(HELP);
  else await run(command);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof UsageError ? " See --help." : "";
  process.stderr.write(`${message}${hint}\n`);
  process.exit(1);
});
