import { Moment } from "@/components/shared/moment";

type Window = { readonly validFrom: string | null; readonly validUntil: string | null };

/** When codes are good, in words; nothing where they always are. */
export function Validity({ validFrom, validUntil }: Window) {
  if (validFrom === null && validUntil === null) return null;
  return (
    <>
      {"valid"}
      {validFrom === null ? null : (
        <>
          {" from "}
          <Moment at={validFrom} />
        </>
      )}
      {validUntil === null ? null : (
        <>
          {" until "}
          <Moment at={validUntil} />
        </>
      )}
    </>
  );
}

/** How codes stand at a moment. */
export function validityAt({ validFrom, validUntil }: Window, nowMs: number) {
  if (validUntil !== null && Date.parse(validUntil) <= nowMs) return "expired";
  return validFrom !== null && Date.parse(validFrom) > nowMs ? "early" : "valid";
}
