import { readFileSync } from "node:fs";
import { projectPath } from "../stack/paths";
import { keysAt, listDeployFiles, partOf, readDeployFile, readDocuments } from "./deploy-files";

/** Read by Node and by libraries instead of by `lib/platform/env.ts`. */
const OF_LIBRARIES = ["NODE_ENV", "NEXTAUTH_URL", "NEXT_TELEMETRY_DISABLED"];
/** Read by a file of `deploy` itself. */
const OF_DEPLOY = ["STANCHION_HEALTH_PORT"];

/** What the first group of a pattern matches, again and again. */
const allOf = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? "");

export function settingsOfPrograms(): string[] {
  const text = readFileSync(projectPath("lib/platform/env.ts"), "utf8");
  const names = new Set(allOf(/"([A-Z][A-Z0-9_]+)"/g, text));
  return [...names].filter((name) => !OF_LIBRARIES.includes(name)).sort();
}

/** How the names stand in each kind of file. */
const READERS: readonly (readonly [RegExp, (text: string) => string[]])[] = [
  [/\.service$/, (text) => allOf(/(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm, text)],
  [/\.env\.example$/, (text) => allOf(/^#?\s*(?:export )?([A-Z][A-Z0-9_]{2,})=/gm, text)],
  [
    /compose\.yaml$/,
    (text) => {
      const [compose] = readDocuments(text);
      const services = keysAt(compose, "services").map((service) => `services.${service}`);
      return services
        .filter((path) => String(partOf(compose, `${path}.image`)).includes("STANCHION"))
        .flatMap((path) => keysAt(compose, `${path}.environment`));
    },
  ],
  [
    /^kubernetes\/.*\.yaml$/,
    (text) => {
      const maps = readDocuments(text).filter((one) => partOf(one, "kind") === "ConfigMap");
      return maps.flatMap((document) => keysAt(document, "data"));
    },
  ],
];

/** The settings that each file of `deploy` sets, without those of libraries and of the file itself. */
export function settingsOfDeployFiles(): Map<string, string[]> {
  const known = [...OF_LIBRARIES, ...OF_DEPLOY];
  const all = listDeployFiles().map((file) => {
    const [, read = () => []] = READERS.find(([kind]) => kind.test(file)) ?? [];
    return [file, read(readDeployFile(file)).filter((name) => !known.includes(name))] as const;
  });
  return new Map(all.filter(([, names]) => names.length > 0));
}
