import { useRouter } from "next/navigation";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import { leaveConsole } from "./leave-console";
import { Logo } from "./logo";
import type { ShellCustomer } from "./shell-data";

type ChooseCustomerProps = {
  customers: readonly ShellCustomer[];
  switchCustomer: Action<{ customerId: string }, unknown>;
};

/** For users who are no longer members of the customer they worked in. */
export function ChooseCustomer({ customers, switchCustomer }: ChooseCustomerProps) {
  const router = useRouter();
  const { isPending, act } = useAct();
  const choose = (customerId: string) =>
    act(() => switchCustomer({ customerId }), router.refresh, toast.danger);
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 px-4">
      <Logo className="size-8" />
      <h1 className="text-lg font-semibold tracking-tight">Choose a customer</h1>
      <p className="text-sm text-muted">
        {customers.length === 0
          ? "You are not a member of any customer. Ask an owner to invite you."
          : "You are no longer a member of this customer."}
      </p>
      {customers.map((customer) => (
        <Button
          key={customer.id}
          fullWidth
          variant="secondary"
          isPending={isPending}
          onClick={() => choose(customer.id)}
        >
          {customer.name}
        </Button>
      ))}
      <Button variant="ghost" onClick={() => void leaveConsole()}>
        Sign out
      </Button>
    </main>
  );
}
