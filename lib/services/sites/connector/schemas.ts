import { z } from "zod";

export const connectorInput = z.strictObject({ key: z.string().min(1).max(40) });
export type ConnectorInput = z.input<typeof connectorInput>;
