import { ButtonLink } from "@/components/shared/button-link";

type CompareWithProps = { version: number; against: number; newest: number };

/** Compares a version with the one before it or with the one in force: what people ask when something is wrong. */
export function CompareWith({ version, against, newest }: CompareWithProps) {
  const choices = [
    { other: version - 1, label: "Previous version" },
    { other: newest, label: `Version ${newest} (live)` },
  ].filter(({ other }) => other > 0 && other !== version);
  if (choices.length < 2) return null;
  return (
    <nav aria-label="Compare with" className="flex flex-wrap gap-2">
      {choices.map(({ other, label }) => (
        <ButtonLink
          key={label}
          href={`/rules/versions/${version}?with=${other}`}
          variant={other === against ? "secondary" : "ghost"}
        >
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}
