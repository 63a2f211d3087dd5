import { ExpectedFailure } from "@/lib/platform/expected-failure";

/** Where a document says what to do, so that whoever cannot follow it can tell. */
export interface Sentence {
  readonly line: number;
  readonly sentence: string;
}

export type GuideStep = CommandStep | ClickStep;

export interface CommandStep extends Sentence {
  readonly kind: "commands";
  readonly section: string;
  readonly text: string;
  /** What stands behind `sh`: `elsewhere` for another machine, else nothing. */
  readonly place: string;
}

export interface ClickStep {
  readonly kind: "clicks";
  readonly section: string;
  readonly actions: readonly ClickAction[];
}

export type ClickAction = Sentence &
  (
    | { readonly kind: "press"; readonly label: string }
    | { readonly kind: "fill"; readonly label: string; readonly value: string }
    | { readonly kind: "copy" }
  );

const ACTION = String.raw`\*\*[^*]+\*\*(?:: \`[^\`]+\`)?|copy the text`;
const CLICK_LINE = new RegExp(String.raw`^\d+\. (?:${ACTION})(?:, (?:${ACTION}))*$`);
const NUMBERED = /^\d+\. /;

function readActions(sentence: string, line: number): ClickAction[] {
  return [...sentence.matchAll(new RegExp(ACTION, "g"))].map(([text]): ClickAction => {
    const [, label = "", value] = /^\*\*([^*]+)\*\*(?:: `([^`]+)`)?$/.exec(text) ?? [];
    const where = { line, sentence };
    if (label === "") return { ...where, kind: "copy" };
    if (value === undefined) return { ...where, kind: "press", label };
    return { ...where, kind: "fill", label, value };
  });
}

/** The steps that a numbered list asks for: none where it is prose. */
function readList(section: string, lines: readonly string[], first: number): ClickStep[] {
  const isClick = lines.map((line) => CLICK_LINE.test(line));
  if (!isClick.includes(true)) return [];
  const wrong = lines[isClick.indexOf(false)];
  if (wrong !== undefined) throw new Error(`"${section}": it is unclear what to press: ${wrong}`);
  const actions = lines.flatMap((line, index) => readActions(line, first + index));
  return [{ kind: "clicks", section, actions }];
}

/** Throws where it is unclear whether a block is to be run or a list to be followed: nothing is left out silently. */
export function readGuide(markdown: string): GuideStep[] {
  const steps: GuideStep[] = [];
  const lines = markdown.split("\n");
  let section = "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.startsWith("## ")) section = line.slice(3);
    const fence = /^```(.*)$/.exec(line);
    if (fence !== null) {
      const end = lines.indexOf("```", at + 1);
      if (end === -1) throw new Error(`"${section}": a block of code does not end.`);
      steps.push(...readBlock(section, fence[1] ?? "", lines.slice(at + 1, end), at + 2));
      at = end;
    } else if (NUMBERED.test(line)) {
      const length = lines.slice(at).findIndex((one) => !(NUMBERED.test(one) || /^ +\S/.test(one)));
      const end = length === -1 ? lines.length : at + length;
      steps.push(...readList(section, lines.slice(at, end), at + 1));
      at = end - 1;
    }
  }
  return steps;
}

function readBlock(section: string, info: string, lines: readonly string[], line: number) {
  const [language = "", place = ""] = info.trim().split(/\s+/);
  if (language === "") throw new Error(`"${section}": a block of code does not say what it is.`);
  if (language !== "sh") return [];
  const [sentence = ""] = lines;
  const text = `${lines.join("\n")}\n`;
  return [{ kind: "commands" as const, section, text, place, line, sentence }];
}

/** Says which sentence of which document could not be followed, and why. */
export function cannotFollow(document: string, where: Sentence, error: unknown): ExpectedFailure {
  const why = error instanceof Error ? error.message : String(error);
  return new ExpectedFailure(`${document}:${where.line} "${where.sentence.trim()}": ${why}`);
}

/** What the run does otherwise with commands than the guide says: `instead` is null for a block that is not run at all. */
export const REPLACEMENTS: readonly {
  readonly text: string;
  readonly instead: string | null;
  readonly why: string;
}[] = [
  {
    text: "smtp://USER:PASSWORD@mail.example.com:587",
    instead: "smtp://stanchion:mail-password@mail.example.com:587",
    why: "the reader's own mail account",
  },
  {
    text: "npm run build\n",
    instead: null,
    why: "run before on the machine of the test; the two packages are copied to ~",
  },
];

/** What is different from a machine in the world; nothing else is. */
export const SURROUNDINGS: readonly string[] = [
  "console.example.com, room.example.com, shop.example.com and mail.example.com lead to 203.0.113.10, an address of the machine itself (/etc/hosts)",
  "certificates come from Caddy's own authority (local_certs in the Caddyfile), which the machine and the browser trust and check; an authority on the internet would not reach the machine",
  "mail.example.com:587 is a mail server of the test",
  "~/stanchion-0.2.0.tgz is this version once more, under the name of a newer one",
  "the site on port 8000 is a small server of the test",
  "blocks with apt-get or npm install run in the network of the machine of the test, where the package registries are; all else has no network but its own",
];

/** Why a block is not run here; null when it has to be. */
export function whyNotRun(block: string): string | null {
  const notRun = REPLACEMENTS.filter(({ instead }) => instead === null);
  return notRun.find(({ text }) => block.startsWith(text))?.why ?? null;
}

export function replaceInCommands(block: string): string {
  return REPLACEMENTS.reduce(
    (result, { text, instead }) => (instead === null ? result : result.replaceAll(text, instead)),
    block,
  );
}

/** Replacements that no block needs: they hide that the guide has changed. */
export function unusedReplacements(blocks: readonly string[]): string[] {
  const all = blocks.join("");
  return REPLACEMENTS.map(({ text }) => text).filter((text) => !all.includes(text));
}
