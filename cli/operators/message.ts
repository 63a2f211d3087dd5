import { Command, InvalidArgumentError } from "commander";
import type { Terminal } from "../terminal";
import { operating } from "./operate";

type Options = { readonly language: string; readonly clear?: true };

/** `stanchion message EVENT TEXT` */
export function messageCommand(terminal: Terminal): Command {
  const command = new Command("message")
    .description("Tells waiting visitors something.")
    .argument("<event>")
    .argument("[text]")
    .option("--language <code>", "of the text", "en")
    .option("--clear", "remove the message");
  return operating(
    command,
    terminal,
    async (client, eventId: string, text: string | undefined, { language, clear }: Options) => {
      if ((text === undefined) !== (clear === true)) {
        throw new InvalidArgumentError("Give a text, or --clear.");
      }
      const texts = text === undefined ? null : { [language]: text };
      const audience = { kind: "everyone" as const };
      const answer = await client.setMessage({ eventId, texts, ...(texts && { audience }) });
      return {
        answer,
        lines: [texts === null ? "The message is removed." : "Visitors see it now."],
      };
    },
  );
}
