import { z } from "zod";

/** Of what answers nothing but that it is done: an empty object. */
export const done = z.void();
