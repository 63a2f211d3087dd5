import { Command } from "commander";
import type { Terminal } from "../terminal";
import { findProfile } from "./connect";

type Options = { readonly profile?: string; readonly tags?: string };

/** `stanchion mcp` */
export function mcpCommand(terminal: Terminal): Command {
  return new Command("mcp")
    .description(
      "Serves the tools of your API key to an assistant (Model Context Protocol, stdio).",
    )
    .option("--profile <name>", "another one than the default")
    .option("--tags <tags>", "only these groups of tools, such as events,live")
    .action(async ({ profile, tags }: Options) => {
      const { serveAssistant } = await import("./serve-assistant");
      await serveAssistant({ ...(await findProfile(profile)), ...(tags && { tags }) });
      terminal.ending = "serving";
    });
}
