import { createInterface } from "node:readline/promises";
import { Command, InvalidArgumentError } from "commander";
import type { Terminal } from "../../terminal";
import { tell, withOutput } from "../operate";
import { writeNew } from "../write-new";
import { eventIdOf, PROBLEMS, saleManifest } from "./sale";

type Question = {
  readonly option: "name" | "finalUrl" | "protectedUrl" | "rate" | "dynamic";
  readonly asks: string;
  readonly fallback?: string;
  readonly problem: (text: string) => string | null;
};

const QUESTIONS: readonly Question[] = [
  { option: "name", asks: "Name of the sale", problem: PROBLEMS.name },
  { option: "finalUrl", asks: "Final URL, where visitors go", problem: PROBLEMS.url },
  {
    ...{ option: "protectedUrl", asks: "Protected URL, if it is another one", fallback: "" },
    problem: (text) => (text === "" ? null : PROBLEMS.url(text)),
  },
  { option: "rate", asks: "Visitors a minute", fallback: "300", problem: PROBLEMS.rate },
  {
    ...{ option: "dynamic", asks: "Let in fewer while the site is slow (yes or no)" },
    ...{ fallback: "no", problem: PROBLEMS.choice },
  },
];

type Options = Partial<Readonly<Record<Question["option"], string>>> & {
  readonly file: string;
  readonly force?: true;
};

/** `stanchion init` */
export function initCommand(terminal: Terminal): Command {
  const command = new Command("init")
    .description("Asks what a sale needs and writes stanchion.yaml. “deploy” puts it in place.")
    .option("-f, --file <file>", "where to", "stanchion.yaml")
    .option("--force", "replace a file that is there")
    .option("--name <name>", "name of the sale")
    .option("--final-url <url>", "where visitors go in the end")
    .option("--protected-url <url>", "page that shows how the site is doing")
    .option("--rate <number>", "visitors a minute, 10 to 3,000")
    .option("--dynamic <choice>", "yes or no: let in fewer while the site is slow");
  return withOutput(command).action(async (options: Options) => {
    await tell(command, terminal, async () => {
      const answers = await answer(options, terminal);
      const { file } = options;
      await writeNew(options, saleManifest(answers));
      const eventId = eventIdOf(answers.name);
      return { answer: { file, eventId }, lines: [`Wrote ${file}. Next: stanchion deploy`] };
    });
  });
}

async function answer(options: Options, terminal: Terminal) {
  const given: Record<string, string> = {};
  const lines = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stderr })
    : null;
  try {
    for (const question of QUESTIONS) {
      const text = options[question.option];
      if (text !== undefined) requireFine(question, text);
      given[question.option] = text ?? (await ask(question, lines, terminal));
    }
  } finally {
    lines?.close();
  }
  const { name = "", finalUrl = "", protectedUrl = "", rate = "", dynamic = "" } = given;
  const isDynamic = /^y/i.test(dynamic);
  return { name, finalUrl, protectedUrl, ratePerMinute: Number(rate), isDynamic };
}

type Lines = ReturnType<typeof createInterface> | null;

/** Asks until the answer is fine. Without a terminal it is the usual answer, or a flag is missing. */
async function ask(question: Question, lines: Lines, { note }: Terminal): Promise<string> {
  const { asks, fallback, problem } = question;
  if (lines === null) {
    if (fallback !== undefined) return fallback;
    throw new InvalidArgumentError(`Say ${flagOf(question)}.`);
  }
  for (;;) {
    const usual = fallback ? ` [${fallback}]` : "";
    const typed = (await lines.question(`${asks}${usual}: `)).trim();
    const text = typed === "" && fallback !== undefined ? fallback : typed;
    const wrong = problem(text);
    if (wrong === null) return text;
    note(wrong);
  }
}

function requireFine(question: Question, text: string): void {
  const wrong = question.problem(text);
  if (wrong !== null) throw new InvalidArgumentError(`${flagOf(question)}: ${wrong}`);
}

const flagOf = ({ option }: Question) =>
  `--${option.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;
