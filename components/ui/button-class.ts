import { cn } from "./class-names";

export type ButtonLook = {
  readonly variant?:
    | "primary"
    | "secondary"
    | "tertiary"
    | "ghost"
    | "outline"
    | "danger"
    | "danger-soft";
  readonly size?: "sm" | "md" | "lg";
  readonly isIconOnly?: boolean;
  readonly fullWidth?: boolean;
  readonly className?: string;
};

/** The classes of what looks like a button, whether it is one or a link. */
export function buttonClass(look: ButtonLook): string {
  const { variant = "primary", size = "md", isIconOnly, fullWidth, className } = look;
  return cn(
    `button button--${variant} button--${size}`,
    isIconOnly === true && "button--icon-only",
    fullWidth === true && "button--full-width",
    className,
  );
}
