import { randomBytes } from "node:crypto";

export function newAddress(): string {
  return `10.${[...randomBytes(3)].join(".")}`;
}
