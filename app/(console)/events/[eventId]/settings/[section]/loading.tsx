import { FormSkeleton } from "@/components/shared/form-skeleton";

export default function Loading() {
  return <FormSkeleton fields={5} />;
}
