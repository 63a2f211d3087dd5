import { STATUS_OF_CODE, toPublicError } from "@/lib/http/problem";

/** RFC 9457 problem details, with each refused field by its JSON pointer (RFC 6901). */
export function problemOf(error: unknown, requestId: string) {
  const { code, message, fields } = toPublicError(error);
  const errors = Object.entries(fields).map(([field, detail]) => ({
    pointer: pointerOf(field),
    detail,
  }));
  const status = STATUS_OF_CODE[code];
  return {
    ...{ type: `/errors/${code}`, title: titleOf(code), status, code, detail: message, requestId },
    ...(errors.length === 0 ? {} : { errors }),
  };
}

const titleOf = (code: string) =>
  `${code[0]?.toUpperCase() ?? ""}${code.slice(1).replaceAll("_", " ")}`;

function pointerOf(field: string): string {
  if (field === "") return "";
  const parts = field.split(".").map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `/${parts.join("/")}`;
}
