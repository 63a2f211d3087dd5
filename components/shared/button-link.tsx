import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";

type ButtonLinkProps = {
  href: string;
  children: ReactNode;
  variant?: "primary" | "secondary" | "tertiary" | "outline" | "ghost";
  size?: "sm" | "md" | "lg";
  className?: string;
  /** Of the one among several that is shown. */
  isCurrent?: boolean;
};

/** A link that looks like a button; it navigates, so it stays a link. */
export function ButtonLink({
  href,
  children,
  variant = "primary",
  size = "sm",
  className = "",
  isCurrent = false,
}: ButtonLinkProps) {
  return (
    <Link
      href={href}
      className={buttonClass({ variant, size, className })}
      aria-current={isCurrent ? "page" : undefined}
    >
      {children}
    </Link>
  );
}
