#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createActivityReporter } from "../node/index.ts";
import { HELP, type ProxyCommand, readProxyCommand, UsageError } from "./command.ts";
import { createProxy } from "./proxy.ts";

function report({ message }: Error): void {
  process.stderr.write(`${new Date().toISOString()} ${message}\n`);
}

type RunCommand = Extract<ProxyCommand, { type: "run" }>;

async function run({ options, activityUrl, listen }: RunCommand): Promise<void> {
  const { apiKey = "" } = options;
  const activity =
    activityUrl === undefined
      ? undefined
      : createActivityReporter({ activityUrl, apiKey, onProblem: report });
  const proxy = createProxy({ ...options, activity, onProblem: report });
  const port = await proxy.listen(listen);
  process.stdout.write(`The proxy listens on ${port} and passes on to ${options.origin}.\n`);
  const close = (): void => {
    proxy.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
}

async function main(): Promise<void> {
  const context = { env: process.env, readFile: (path: string) => readFileSync(path, "utf8") };
  const command = readProxyCommand(process.argv.slice(2), context);
  if (command.type === "help") process.stdout.write(HELP);
  else await run(command);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof UsageError ? " See --help." : "";
  process.stderr.write(`${message}${hint}\n`);
  process.exit(1);
});
