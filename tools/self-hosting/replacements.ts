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
