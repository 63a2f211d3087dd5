import { Command } from "commander";
import type { Terminal } from "../terminal";

/** What each shell runs to ask the program itself what may come next. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_stanchion() {
  local words
  words=$(stanchion complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _stanchion stanchion`,
  zsh: `#compdef stanchion
_stanchion() {
  compadd -- \${(f)"$(stanchion complete-words -- "\${words[@]:1:$((CURRENT-2))}" 2>/dev/null)"}
}
compdef _stanchion stanchion`,
  fish: `complete -c stanchion -f -a '(stanchion complete-words -- (commandline -opc)[2..] 2>/dev/null)'`,
};

/** `stanchion completion SHELL` */
export function completionCommand(terminal: Terminal): Command {
  const command = new Command("completion").description(
    "Prints the completion of a shell: source <(stanchion completion bash)",
  );
  const shell = command.createArgument("<shell>").choices(Object.keys(SCRIPTS));
  return command.addArgument(shell).action((name: string) => terminal.print(SCRIPTS[name] ?? ""));
}

/** `stanchion complete-words WORDS`: what may stand behind these words. */
export function completeWordsCommand(terminal: Terminal): Command {
  const command = new Command("complete-words").argument("[words...]").passThroughOptions();
  return command.action((words: readonly string[]) => {
    let at: Command | null = command.parent;
    for (const word of words) at = at?.commands.find((one) => one.name() === word) ?? at;
    if (at === null) return;
    for (const word of wordsOf(at, words.at(-1))) {
      if (word !== "complete-words") terminal.print(word);
    }
  });
}

/** The values of the option before, else commands, what an argument may be, and options. */
function wordsOf(at: Command, before: string | undefined): readonly string[] {
  const chosen = at.options.find(({ long }) => long === before)?.argChoices;
  if (chosen !== undefined) return chosen;
  const names = at.commands.map((one) => one.name());
  const values = at.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [...names, ...values, ...at.options.map(({ long }) => long ?? "")];
}
