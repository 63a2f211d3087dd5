import { Command, Option } from "commander";
import type { Terminal } from "../terminal";

type Options = { readonly url: string; readonly key: string; readonly tags?: string };

/** `stanchion mcp` */
export function mcpCommand(terminal: Terminal): Command {
  return new Command("mcp")
    .description("Serves the tools of an API key to an assistant (Model Context Protocol, stdio).")
    .addOption(
      new Option("--url <url>", "address of the console")
        .env("STANCHION_URL")
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--key <key>", "API key; others on this machine can read arguments")
        .env("STANCHION_API_KEY")
        .makeOptionMandatory(),
    )
    .option("--tags <tags>", "only these groups of tools, such as events,live")
    .action(async (options: Options) => {
      const { serveAssistant } = await import("../serve-assistant");
      await serveAssistant(options);
      terminal.ending = "serving";
    });
}
