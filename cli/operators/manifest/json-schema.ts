import { z } from "zod";
import { manifestSchema } from "./schema";

/** `stanchion.yaml` for editors: the same schemas as those of the API's input. */
export function manifestJsonSchema(): object {
  const schema = z.toJSONSchema(manifestSchema, { io: "input", unrepresentable: "any" });
  return { ...schema, title: "stanchion.yaml" };
}
