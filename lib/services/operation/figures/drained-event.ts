import type { ContextCustomer } from "@/lib/services/ground/context";

/** An event whose line is emptied into Postgres, and whose it is. */
export type DrainedEvent = {
  readonly id: string;
  readonly wireId: string;
  readonly incarnation: string | null;
  readonly customer: ContextCustomer;
};
