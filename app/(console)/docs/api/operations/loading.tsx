import { DocsLoading } from "@/components/docs/docs-loading";

export default function Loading() {
  return <DocsLoading />;
}
