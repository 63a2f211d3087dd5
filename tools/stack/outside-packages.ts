import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What Next.js calls a package that it leaves outside: its name and a hash. */
const ALIAS = /^(.+)-[\da-f]{16}$/;
const LOADED = /\.js(on)?$/;

/**
 * Next.js leaves some packages outside of its build and reaches them through links of its own making, which no
 * package of npm can hold. Makes the build ask for them by their plain names, and returns these.
 */
export async function nameOutsidePackages(buildDirectory: string): Promise<string[]> {
  const links = join(buildDirectory, "node_modules");
  const aliases = (await namesIn(links)).map((alias) => ({ alias, name: plainName(alias) }));
  for (const file of await readdir(join(buildDirectory, "server"), { recursive: true })) {
    if (!LOADED.test(file)) continue;
    const path = join(buildDirectory, "server", file);
    const before = await readFile(path, "utf8");
    const after = aliases.reduce((text, { alias, name }) => text.replaceAll(alias, name), before);
    if (after !== before) await writeFile(path, after);
  }
  await rm(links, { recursive: true, force: true });
  return [...new Set(aliases.map(({ name }) => name))].sort();
}

async function namesIn(links: string): Promise<string[]> {
  const entries = await readdir(links).catch(() => []);
  const named = entries.map(async (entry) => {
    if (!entry.startsWith("@")) return [entry];
    return (await readdir(join(links, entry))).map((name) => `${entry}/${name}`);
  });
  return (await Promise.all(named)).flat();
}

function plainName(alias: string): string {
  const name = ALIAS.exec(alias)?.[1];
  if (name === undefined) throw new Error(`Next.js made a link with an unknown name: ${alias}.`);
  return name;
}
