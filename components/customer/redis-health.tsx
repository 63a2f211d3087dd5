type RedisHealthProps = {
  durability: "checked" | "managed";
  /** What is wrong and what to do, a text each; null while Redis has not answered. */
  dangers: readonly string[] | null;
};

/** Whether Redis keeps what it is given, or who says so. */
export function RedisHealth({ durability, dangers }: RedisHealthProps) {
  return (
    <dl>
      <dt className="mb-1 text-sm font-medium">Redis</dt>
      {textsOf(durability, dangers).map((text) => (
        <dd key={text} className="text-sm text-muted">
          {text}
        </dd>
      ))}
    </dl>
  );
}

function textsOf(
  durability: RedisHealthProps["durability"],
  dangers: RedisHealthProps["dangers"],
): readonly string[] {
  if (durability === "managed") {
    return [
      "Managed by a provider (REDIS_DURABILITY=managed). Its append-only file, eviction and replicas are not checked.",
    ];
  }
  if (dangers === null) return ["Not responding."];
  if (dangers.length > 0) return dangers;
  return ["Configured safely. Checked every ten seconds."];
}
