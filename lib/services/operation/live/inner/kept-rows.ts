/** A row as it was read, with what tells that read from one after a change. */
export type StampedRow<Row> = { readonly stamp: string; readonly row: Row };

type RowsById<Row> = ReadonlyMap<string, StampedRow<Row>>;

/**
 * Rows of many customers, by their ids. At most `rowsMax` of them all together: those of customers that nobody has asked
 * for the longest go first. The rows of the last one that was asked for stay, however many they are.
 */
export class KeptRows<Row> {
  private readonly customers = new Map<string, RowsById<Row>>();
  private count = 0;

  private readonly rowsMax: number;

  constructor(rowsMax: number) {
    this.rowsMax = rowsMax;
  }

  /** Empty for a customer of whom nothing is kept. */
  of(customerId: string): RowsById<Row> {
    return this.customers.get(customerId) ?? new Map();
  }

  keep(customerId: string, rows: RowsById<Row>): void {
    this.forget(customerId);
    this.customers.set(customerId, rows);
    this.count += rows.size;
    for (const oldest of this.customers.keys()) {
      if (this.count <= this.rowsMax || oldest === customerId) return;
      this.forget(oldest);
    }
  }

  private forget(customerId: string): void {
    this.count -= this.of(customerId).size;
    this.customers.delete(customerId);
  }
}
