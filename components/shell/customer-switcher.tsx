"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { leavePage } from "@/components/shared/unsaved";
import { useAct } from "@/components/shared/use-act";
import { Menu } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import { Logo } from "./logo";
import type { ShellCustomer } from "./shell-data";

type CustomerSwitcherProps = {
  customer: ShellCustomer;
  customers: readonly ShellCustomer[];
  switchCustomer: Action<{ customerId: string }, unknown>;
  onNavigate: (() => void) | undefined;
};

/** Says whose console this is, and switches between customers for users who belong to several. */
export function CustomerSwitcher(props: CustomerSwitcherProps) {
  const { customer, customers, switchCustomer, onNavigate } = props;
  const router = useRouter();
  const queryClient = useQueryClient();
  const { isPending, act } = useAct();
  const change = (customerId: string) => {
    if (customerId === customer.id) return;
    const goThere = () => {
      onNavigate?.();
      queryClient.clear();
      router.push("/overview");
      router.refresh();
    };
    leavePage(() => act(() => switchCustomer({ customerId }), goThere, toast.danger));
  };
  return (
    <Menu
      label="Customer"
      heading="Your customers"
      isDisabled={isPending}
      triggerClassName="flex w-full min-w-0 items-center gap-2 rounded-lg p-1.5 text-left outline-none hover:bg-surface-secondary focus-visible:focus-ring"
      trigger={
        <>
          <Logo className="size-6 shrink-0" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-5 font-semibold">{customer.name}</span>
            <span className="block truncate font-mono text-xs leading-4 text-muted">
              {customer.wireId}
            </span>
          </span>
          <span className="sr-only">Switch customer</span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </>
      }
      items={customers.map(({ id, name, role }) => ({ id, label: name, note: role }))}
      selected={customer.id}
      onChoose={change}
      side="below"
    />
  );
}
