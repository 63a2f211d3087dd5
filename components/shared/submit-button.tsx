import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useHydrated } from "./use-hydrated";

type SubmitButtonProps = {
  children: ReactNode;
  isPending: boolean;
  isDisabled?: boolean;
  variant?: "primary" | "danger" | "secondary";
  size?: "sm" | "md";
  fullWidth?: boolean;
};

/**
 * The submit button of a form; keeps its width while it waits for the answer. Until the page hears it
 * cannot be pressed: the browser would send the fields in the address.
 */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, isPending, variant = "primary", size = "sm" } = props;
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      size={size}
      variant={variant}
      isPending={isPending}
      isDisabled={!isHydrated || (props.isDisabled ?? false)}
      fullWidth={props.fullWidth ?? false}
    >
      {isPending ? <Spinner size="sm" className="absolute" /> : null}
      <span className={isPending ? "invisible" : ""}>{children}</span>
    </Button>
  );
}
