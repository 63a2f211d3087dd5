import { ExpectedFailure } from "@/lib/platform/expected-failure";

/** Reads a line from the terminal without showing it. */
export async function readHidden(question: string, note: (line: string) => void): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  let typed = "";
  try {
    for await (const text of stdin) {
      for (const letter of String(text)) {
        if (letter === "\r" || letter === "\n") return typed;
        if (letter === "\u0003") throw new ExpectedFailure("Nothing was kept.");
        typed = letter === "\u007f" ? typed.slice(0, -1) : typed + letter;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    note("");
  }
}
