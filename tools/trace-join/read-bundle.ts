import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { projectPath } from "@/tools/stack/paths";

/** Where in our sources a place of a built file comes from; null for what is no source of ours. */
export type FindSource = (offset: number) => string | null;

/** Reads a built file with its source map, which lies beside it. */
export function readBundle(file: string): FindSource {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const lineStarts = startsOfLines(readFileSync(file, "utf8"));
  return (offset) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    const entry = map.findEntry(line, offset - (lineStarts[line] ?? 0));
    if (!("originalSource" in entry)) return null;
    const source = relative(projectPath(), resolve(dirname(file), entry.originalSource));
    return source.startsWith("..") || source.includes("node_modules/") ? null : source;
  };
}

function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
