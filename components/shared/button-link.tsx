import { buttonVariants } from "@heroui/styles";
import Link from "next/link";
import type { ReactNode } from "react";

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
  className,
}: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonVariants({ variant, size, className })}>
      {children}
    </Link>
  );
}
