import type { CommandStep } from "./guide";

/** What the reader writes for themselves, or what only the real world has. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** In the text of commands. */
export const REPLACEMENTS: readonly Replacement[] = [
  {
    from: "smtp://USER:PASSWORD@mail.example.com:587",
    to: "smtp://stanchion:mail-password@mail.example.com:587",
    why: "the reader's own mail account",
  },
];

/** In commands and in what is filled in: values that the run makes or copies. */
export const OWN_VALUES = ["YOUR-PASSWORD", "THE-SECRET", "THE-API-KEY"] as const;
export type OwnValue = (typeof OWN_VALUES)[number];

/** Blocks that are not run on the machine, by how they begin, and what happens instead. */
const NOT_RUN: readonly { readonly begins: string; readonly why: string }[] = [
  {
    begins: "npm run build\n",
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
export function whyNotRun(text: string): string | null {
  return NOT_RUN.find(({ begins }) => text.startsWith(begins))?.why ?? null;
}

export function replaceInCommands(text: string): string {
  return REPLACEMENTS.reduce((result, { from, to }) => result.replaceAll(from, to), text);
}

/** Replacements that no block needs: they hide that the guide has changed. */
export function unusedReplacements(texts: readonly string[]): string[] {
  const all = texts.join("");
  const unused = REPLACEMENTS.filter(({ from }) => !all.includes(from)).map(({ from }) => from);
  return [
    ...unused,
    ...NOT_RUN.map(({ begins }) => begins).filter((begins) => !all.includes(begins)),
  ];
}

/** Whether a block wants what only the network of the machine of the test has: the package registries. */
export function needsRegistries({ text }: CommandStep): boolean {
  return /\b(apt-get|npm install)\b/.test(text);
}
