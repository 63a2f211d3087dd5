import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";

type ButtonLinkProps = {
  href: string;
  children: ReactNode;
  variant?: "primary" | "secondary" | "tertiary" | "outline" | "ghost";
  size?: "sm" | "md" | "lg";
  className?: string;
};

/** A link that looks like a button; it navigates, so it stays a link. */
export function ButtonLink({
  href,
  children,
  variant = "primary",
  size = "sm",
  className = "",
}: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass({ variant, size, className })}>
      {children}
    </Link>
  );
}
