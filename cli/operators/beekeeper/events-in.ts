import { ExpectedFailure } from "@/lib/platform/expected-failure";

/** The events of a stanchion.yaml. Throws where the file is wrong, or names none. */
export async function eventIdsIn(file: string): Promise<readonly string[]> {
  const { problemLines, readManifest } = await import("../manifest/read-file");
  const read = await readManifest(file);
  if (!read.ok) throw new ExpectedFailure(problemLines(file, read.problems).join("\n"));
  const eventIds = Object.keys(read.value.manifest.events ?? {});
  if (eventIds.length === 0) throw new ExpectedFailure(`There is no event in ${file}.`);
  return eventIds;
}
