import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/domain/page-texts/texts-in";
import { projectPath } from "@/tools/stack/paths";
import { MESSAGES } from "@/waiting-room/http/messages";

/** Where pages, mails and notices for visitors are made. */
const FOLDERS = ["waiting-room", "workers", "lib/services", "lib/domain"];

function readSources(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
      .map((path) => join(folder, path)),
  );
  // The table of codes names every message; only whoever sends one uses it.
  const used = files.filter((path) => path !== "waiting-room/http/messages.ts");
  return used.map((path) => readFileSync(projectPath(path), "utf8")).join("\n");
}

/** Endings that code puts behind a name: `${key}Title` says `joinTitle` where `join` is named. */
const COMPOSED = /\$\{\w+(?:\.\w+)*\}([A-Z]\w*)/g;

/** True where code takes a section of the texts: `texts.move`, `const { move } = words.texts`, `Texts["move"]`. */
function isReached(section: string, source: string): boolean {
  const taken = `[tT]exts\\.${section}\\b|\\{[^{}]*\\b${section}\\b[^{}]*\\} = [^;]*[tT]exts`;
  return new RegExp(`${taken}|Texts\\["${section}"\\]`).test(source);
}

/** The keys that no code asks for. */
function unusedKeys(keys: Iterable<string>, source: string): string[] {
  const words = new Set(source.match(/[\w-]+/g) ?? []);
  const endings = new Set([...source.matchAll(COMPOSED)].map(([, ending = ""]) => ending));
  const isNamed = (name: string) => {
    if (words.has(name)) return true;
    return [...endings].some(
      (ending) => name.endsWith(ending) && words.has(name.slice(0, -ending.length)),
    );
  };
  const paths = [...keys].map((path) => path.split("."));
  const sections = new Set(paths.map(([section = ""]) => section));
  const reached = new Set([...sections].filter((section) => isReached(section, source)));
  const unused = paths.filter(([section = "", ...rest]) => {
    // A message is asked for by its code.
    if (section === "messages") return !isNamed(rest[0] ?? "");
    return !reached.has(section) || !isNamed(rest.join("."));
  });
  return unused.map((path) => path.join("."));
}

test("every text is said somewhere", () => {
  const unused = unusedKeys(ENGLISH.keys(), readSources());
  expect(unused).toEqual([]);
});

test("a text that nobody says is found, also where names are composed", () => {
  const keys = ["screen.joinTitle", "screen.goneTitle", "messages.left.lead", "messages.lost.lead"];
  const source =
    "texts.screen[`$" + '{key}Title`]; blank("join"); texts.messages[code]; sendMessage("left")';
  expect(unusedKeys(keys, source)).toEqual(["screen.goneTitle", "messages.lost.lead"]);
});

test("every message for visitors has a code, and every other one its own words", () => {
  const codes = new Set(Object.keys(MESSAGES));
  const texts = [...ENGLISH.keys()].filter((path) => path.startsWith("messages."));
  expect(texts.filter((path) => !codes.has(path.split(".")[1] ?? ""))).toEqual([]);
});
