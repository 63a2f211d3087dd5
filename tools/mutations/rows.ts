import { readdirSync, readFileSync } from "node:fs";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import type { Guarantee, Mutation } from "./mutation";
import { readRows } from "./read-rows";
import { readSources } from "./sources";

const DIRECTORY = projectPath("tools/mutations/rows");

/** The sources of the project as they were at the start. */
export const SOURCES = readSources(PROJECT_DIRECTORY);

/** The tables of the documents. */
export const GUARANTEES: readonly Guarantee[] = readdirSync(DIRECTORY)
  .sort()
  .map((name) => readRows(readFileSync(`${DIRECTORY}/${name}`, "utf8"), SOURCES));

export const ROWS: readonly Mutation[] = GUARANTEES.flatMap(({ rows }) => rows);
