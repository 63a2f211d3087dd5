import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

export type DataColumn<Row> = {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "start" | "end";
  /** Hides the header's words where the cell explains itself, as with actions. */
  readonly hideHeader?: boolean;
  /** Leaves the column out on narrow screens. */
  readonly wideOnly?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Of cells in which nothing can be focused: the table itself is then, so that keys scroll it. */
  isPlain?: boolean;
};

/** A plain table: semantic, dense, scrolls inside itself when the screen is too narrow. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey } = props;
  const cellLook = (column: DataColumn<Row>) =>
    cn(
      "px-2 first:pl-4 last:pr-4 sm:px-4",
      column.align === "end" ? "text-right" : "text-left",
      column.wideOnly === true && "hidden md:table-cell",
    );
  return (
    <div
      className="relative overflow-x-auto outline-none focus-visible:focus-ring"
      {...(props.isPlain === true ? { role: "region", "aria-label": caption, tabIndex: 0 } : {})}
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-separator bg-surface-secondary text-xs text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cn("h-8 font-medium", cellLook(column))}>
                <span className={column.hideHeader === true ? "sr-only" : ""}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-separator">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="relative hover:bg-surface-secondary">
              {columns.map((column) => (
                <td key={column.key} className={cn("py-2.5 align-middle", cellLook(column))}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
