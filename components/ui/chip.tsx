import type { ReactNode } from "react";
import { cn } from "./class-names";

type ChipProps = {
  children: ReactNode;
  color?: "default" | "accent" | "success" | "warning" | "danger";
  variant?: "primary" | "secondary" | "tertiary" | "soft";
  size?: "sm" | "md" | "lg";
  className?: string;
  title?: string;
};

/** A word or two about the state of something. What stands before its text, such as an icon, stands outside `ChipLabel`. */
export function Chip(props: ChipProps) {
  const { children, color = "default", variant = "secondary", size, className, title } = props;
  const isText = typeof children === "string" || typeof children === "number";
  return (
    <span
      title={title}
      className={cn(
        `chip chip--${color} chip--${variant}`,
        size !== undefined && `chip--${size}`,
        className,
      )}
    >
      {isText ? <ChipLabel>{children}</ChipLabel> : children}
    </span>
  );
}

/** The words of a chip that has an icon, too. */
export function ChipLabel({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={cn("chip__label", className)}>{children}</span>;
}
