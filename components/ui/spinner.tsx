import { LoaderCircle } from "lucide-react";
import { cn } from "./class-names";

type SpinnerProps = { size?: "sm" | "md"; className?: string };

/** Turns while something is on its way, in the colour of the text around it. */
export function Spinner({ size = "md", className }: SpinnerProps) {
  return (
    <span aria-hidden data-slot="spinner" className={cn(`spinner spinner--${size}`, className)}>
      <LoaderCircle className="size-full" />
    </span>
  );
}
