import type { Permission, Role } from "@/lib/domain/permissions/roles";

export type ShellCustomer = {
  readonly id: string;
  readonly wireId: string;
  readonly name: string;
  readonly timeZone: string;
  readonly role: Role;
};

/** What the frame around every page shows. */
export type ShellData = {
  readonly user: { readonly name: string; readonly email: string };
  readonly customer: ShellCustomer;
  readonly customers: readonly ShellCustomer[];
  readonly permissions: readonly Permission[];
  /** Where visitors wait. */
  readonly waitingRoomUrl: string;
};
