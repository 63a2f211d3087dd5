import { csvRow } from "@/lib/domain/csv/csv-row";

type Cell = string | number;

/** Rows of one shape, read page by page. */
export type ExportedRows = {
  /** A line of headings, and a line for each row. */
  readonly csv: () => AsyncGenerator<string>;
  /** One array with an object for each row, a line each. */
  readonly json: () => AsyncGenerator<string>;
};

/** Writes pages of rows as CSV or as JSON, a page at a time. */
export function exportedRows(
  headings: readonly string[],
  pages: () => AsyncGenerator<readonly (readonly Cell[])[]>,
): ExportedRows {
  return {
    async *csv() {
      yield csvRow(headings);
      for await (const page of pages()) yield page.map(csvRow).join("");
    },
    async *json() {
      let before = "[\n";
      for await (const page of pages()) {
        const lines = page.map((row) => JSON.stringify(objectOf(headings, row)));
        yield `${before}${lines.join(",\n")}`;
        before = ",\n";
      }
      yield before === "[\n" ? "[]\n" : "\n]\n";
    },
  };
}

function objectOf(headings: readonly string[], row: readonly Cell[]): Record<string, Cell> {
  return Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ""]));
}
