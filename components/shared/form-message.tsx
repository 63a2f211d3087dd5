import { Notice } from "./notice";

/** The part of a refusal that concerns no single field. */
export function FormMessage({ message }: { message: string | null }) {
  return message === null ? null : (
    <Notice tone="danger" role="alert">
      {message}
    </Notice>
  );
}
