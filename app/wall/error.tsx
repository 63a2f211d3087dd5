"use client";

import { ErrorPanel } from "@/components/shared/error-panel";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <main className="p-4 sm:p-8">
      <ErrorPanel digest={error.digest} retry={reset} />
    </main>
  );
}
