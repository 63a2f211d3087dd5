import { readFileSync } from "node:fs";
import { projectPath } from "../stack/paths";
import { keysAt, listDeployFiles, partOf, readDeployFile, readDocuments } from "./deploy-files";

/** Read by Node and by libraries instead of by `lib/platform/env.ts`. */
const OF_LIBRARIES = ["NODE_ENV", "NEXTAUTH_URL", "NEXT_TELEMETRY_DISABLED"];
/** Read by a file of `deploy` itself. */
const OF_DEPLOY = ["STANCHION_HEALTH_PORT"];

/** The settings that `lib/platform/env.ts` reads. */
export function settingsOfPrograms(): string[] {
  const text = readFileSync(projectPath("lib/platform/env.ts"), "utf8");
  const names = [...text.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map((match) => match[1] ?? "");
  return [...new Set(names)].filter((name) => !OF_LIBRARIES.includes(name)).sort();
}

function namesInText(text: string): string[] {
  return [...text.matchAll(/^#?\s*(?:Environment=|export )?([A-Z][A-Z0-9_]{2,})=/gm)].map(
    (match) => match[1] ?? "",
  );
}

function namesInUnit(text: string): string[] {
  return [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) =>
    [...line.matchAll(/([A-Z][A-Z0-9_]+)=/g)].map((match) => match[1] ?? ""),
  );
}

function namesInCompose(text: string): string[] {
  const [compose] = readDocuments(text);
  return keysAt(compose, "services")
    .filter((service) => String(partOf(compose, `services.${service}.image`)).includes("STANCHION"))
    .flatMap((service) => keysAt(compose, `services.${service}.environment`));
}

function namesIn(file: string): string[] {
  const text = readDeployFile(file);
  if (file.endsWith(".service")) return namesInUnit(text);
  if (file.endsWith(".env.example")) return namesInText(text);
  if (file.endsWith("compose.yaml")) return namesInCompose(text);
  if (file.startsWith("kubernetes/") && file.endsWith(".yaml"))
    return readDocuments(text)
      .filter((document) => partOf(document, "kind") === "ConfigMap")
      .flatMap((document) => keysAt(document, "data"));
  return [];
}

/** The settings that each file of `deploy` sets, without those of libraries and of the file itself. */
export function settingsOfDeployFiles(): Map<string, string[]> {
  const known = [...OF_LIBRARIES, ...OF_DEPLOY];
  const all = listDeployFiles().map(
    (file) => [file, namesIn(file).filter((name) => !known.includes(name))] as const,
  );
  return new Map(all.filter(([, names]) => names.length > 0));
}
