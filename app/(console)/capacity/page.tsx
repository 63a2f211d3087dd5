import type { Metadata } from "next";
import { PlanPanel } from "@/components/capacity/plan-panel";
import { readSale } from "@/components/capacity/read-sale";
import { SaleForm } from "@/components/capacity/sale-form";
import { DocsLink } from "@/components/shared/docs-link";
import { PageHeader } from "@/components/shared/page-header";
import { planCapacity } from "@/lib/domain/capacity/plan-capacity";

export const metadata: Metadata = { title: "Capacity" };

type CapacityPageProps = {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function CapacityPage({ searchParams }: CapacityPageProps) {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const { asked, isExample, problems, sale } = readSale(new URLSearchParams(given));
  return (
    <>
      <PageHeader
        title="Capacity"
        description={
          <>
            What a sale needs of processes, Redis, Postgres and bandwidth.{" "}
            <DocsLink page="scaling">How it is calculated</DocsLink>
          </>
        }
      />
      <div className="flex flex-col gap-5">
        {/* What another address says is typed anew. */}
        <SaleForm key={JSON.stringify(asked)} asked={asked} problems={problems} />
        {sale === null ? null : <PlanPanel plan={planCapacity(sale)} isExample={isExample} />}
      </div>
    </>
  );
}
