import { describeFailure } from "@/lib/platform/expected-failure";
import { seedDemo } from "../demo/seed";
import { defaultDataDirectory } from "./paths";

seedDemo({ dataDirectory: defaultDataDirectory(), env: process.env }).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(describeFailure(error));
    process.exit(1);
  },
);
