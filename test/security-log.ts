import { beforeEach, vi } from "vitest";

type Line = Readonly<Record<string, unknown>>;

/** What each test of the file writes to the log about sign-in: a function that gives the lines so far. */
export function securityLogOfEachTest(): () => readonly Line[] {
  const lines: Line[] = [];
  beforeEach(() => {
    lines.length = 0;
    const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      for (const text of String(chunk).split("\n")) {
        if (text.startsWith("{")) lines.push(JSON.parse(text));
      }
      return true;
    });
    return () => write.mockRestore();
  });
  return () => lines.filter((line) => line["name"] === "security");
}
