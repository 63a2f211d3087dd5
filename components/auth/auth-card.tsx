import Link from "next/link";
import type { ReactNode } from "react";

type AuthCardProps = {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** A sentence below the card that leads elsewhere. */
  footer?: { text: string; label: string; href: string };
};

export function AuthCard({ title, description, children, footer }: AuthCardProps) {
  return (
    <>
      <section className="rounded-3xl bg-surface p-6 shadow-surface">
        <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
        {description === undefined ? null : (
          <p className="mt-1 text-sm text-pretty text-muted">{description}</p>
        )}
        <div className="mt-5">{children}</div>
      </section>
      {footer === undefined ? null : (
        <p className="mt-4 text-center text-sm text-muted">
          {footer.text}{" "}
          <Link href={footer.href} className="link-text">
            {footer.label}
          </Link>
        </p>
      )}
    </>
  );
}
