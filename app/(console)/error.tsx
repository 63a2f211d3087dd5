"use client";

import { ErrorPanel } from "@/components/shared/error-panel";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return <ErrorPanel digest={error.digest} retry={reset} />;
}
