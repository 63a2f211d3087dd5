/** Two posts and the rope between them. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <path
        d="M5 20V7m14 13V7M3 20.5h4m10 0h4"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M5 9c2 6 12 6 14 0"
        stroke="var(--link-text)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="5" cy="5" r="2" fill="currentColor" />
      <circle cx="19" cy="5" r="2" fill="currentColor" />
    </svg>
  );
}
