import { ButtonLink } from "@/components/shared/button-link";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div>
        <p className="figures text-sm text-muted">404</p>
        <h1 className="mt-1 text-xl font-semibold tracking-tight">Page not found</h1>
        <p className="mx-auto mt-1 mb-5 max-w-sm text-sm text-balance text-muted">
          The address may be wrong, or the page was deleted or belongs to another customer: switch
          to that one, then open the link again.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink href="/overview">Go to overview</ButtonLink>
          <ButtonLink href="/events" variant="secondary">
            All events
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
