import { ButtonLink } from "@/components/shared/button-link";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div>
        <p className="figures text-sm text-muted">404</p>
        <h1 className="mt-1 text-xl font-semibold tracking-tight">Page not found</h1>
        <p className="mt-1 mb-5 text-sm text-muted">It was moved or belongs to another customer.</p>
        <ButtonLink href="/overview">Go to overview</ButtonLink>
      </div>
    </main>
  );
}
