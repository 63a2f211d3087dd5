import { readFile } from "node:fs/promises";
import { projectPath } from "../../stack/paths";

export const SALES_PAGE = "docs/api/sale.md";

/** A line that somebody types, and what the page says is printed then. */
type Step = { readonly command: string; readonly prints: string };

/** What a page shows: files by their names, and what is typed in each of its sections, by their headings. */
export type Transcripts = {
  readonly files: ReadonlyMap<string, string>;
  readonly sections: ReadonlyMap<string, readonly Step[]>;
};

/** A file stands behind a line that ends with its name. */
const FILE = /`([\w.-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm;
const TYPED = /^```console\n([\s\S]*?)^```$/gm;

export async function readSales(): Promise<Transcripts> {
  return readTranscripts(await readFile(projectPath(SALES_PAGE), "utf8"));
}

export function readTranscripts(page: string): Transcripts {
  const [, ...parts] = page.split(/^## /m);
  const sections = parts.map((part): readonly [string, readonly Step[]] => {
    const typed = [...part.matchAll(TYPED)].map(([, text = ""]) => text).join("");
    return [part.slice(0, part.indexOf("\n")), typed.split(/^\$ /m).slice(1).map(readStep)];
  });
  return {
    files: new Map([...page.matchAll(FILE)].map(([, name = "", text = ""]) => [name, text])),
    sections: new Map(sections),
  };
}

function readStep(text: string): Step {
  const end = text.indexOf("\n");
  return { command: text.slice(0, end), prints: text.slice(end + 1) };
}

/** Whether something was printed as the page has it, where `…` stands for anything. */
export function isAsShown(shown: string, printed: string): boolean {
  const parts = shown.trim().split("…");
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]*?");
  return new RegExp(`^${pattern}$`).test(printed.trim());
}
