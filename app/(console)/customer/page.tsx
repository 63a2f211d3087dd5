import type { Metadata } from "next";
import { CustomerForm } from "@/components/customer/customer-form";
import { FactList } from "@/components/customer/fact-list";
import { LimitList } from "@/components/customer/limit-list";
import { NewEventDefaultsForm } from "@/components/customer/new-event-defaults-form";
import { OwnHosts } from "@/components/customer/own-hosts";
import { RedisHealth } from "@/components/customer/redis-health";
import { StatusPagePanel } from "@/components/customer/status-page-panel";
import { TimeZoneForm } from "@/components/customer/time-zone-form";
import { ButtonLink } from "@/components/shared/button-link";
import { formatMoment } from "@/components/shared/format";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { env } from "@/lib/platform/env";
import { getNewEventDefaults } from "@/lib/services/event/new-event/get-defaults";
import { listThemes } from "@/lib/services/event/theme/list";
import { readRedisHealth } from "@/lib/services/ground/redis-health";
import { getCustomer } from "@/lib/services/installation/customer/get";
import { getStatusPage } from "@/lib/services/installation/customer/set-status-page";
import { listHosts } from "@/lib/services/sites/host/list";
import { requireCaller } from "../guard";
import {
  addHostAction,
  checkHostAction,
  removeHostAction,
  renameCustomerAction,
  setNewEventDefaultsAction,
  setStatusPageAction,
  setTimeZoneAction,
} from "./actions";

export const metadata: Metadata = { title: "Customer" };

export default async function CustomerPage() {
  const { context, can } = await requireCaller();
  const [customer, hosts, redis, defaults, themes, statusPage] = await Promise.all([
    getCustomer(context),
    listHosts(context),
    readRedisHealth(),
    getNewEventDefaults(context),
    listThemes(context),
    getStatusPage(context),
  ]);
  const domain = env.waitingRoomDomain();
  return (
    <>
      <PageHeader
        title="Customer"
        description={`Created ${formatMoment(customer.createdAt, customer.timeZone)}.`}
        actions={
          <ButtonLink href="/customer/sign-in" size="sm" variant="secondary">
            Sign-in settings
          </ButtonLink>
        }
      />
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          <CustomerForm
            customer={customer}
            canWrite={can("customer:write")}
            rename={renameCustomerAction}
          />
          <TimeZoneForm
            customer={customer}
            canWrite={can("customer:write")}
            save={setTimeZoneAction}
          />
          <NewEventDefaultsForm
            defaults={defaults}
            themes={themes}
            canWrite={can("customer:write")}
            save={setNewEventDefaultsAction}
          />
          <Panel title="Limits" description="Set by your administrator.">
            <LimitList
              limits={customer.limits}
              events={customer.events}
              openEvents={customer.openEvents}
            />
          </Panel>
          <Panel
            title="This installation"
            description="Shared by all customers of this installation."
          >
            <RedisHealth
              durability={redis.durability}
              dangers={redis.dangers?.map(({ text }) => text) ?? null}
            />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <AddressesPanel customerId={customer.customerId} />
          <StatusPagePanel
            page={statusPage}
            save={can("customer:write") ? setStatusPageAction : undefined}
          />
          <OwnHosts
            hosts={hosts}
            givenUrl={domain === undefined ? null : `https://${customer.customerId}.${domain}`}
            canWrite={can("customer:write")}
            add={addHostAction}
            check={checkHostAction}
            remove={removeHostAction}
          />
        </div>
      </div>
    </>
  );
}

function AddressesPanel({ customerId }: { customerId: string }) {
  return (
    <Panel title="Addresses" description="Used by connectors. Can't be changed.">
      <FactList
        facts={[
          { label: "Customer id", value: customerId, note: "Sent by connectors and links as c." },
          {
            label: "Waiting room",
            value: env.waitingRoomUrl(),
            note: "Where visitors wait and connectors fetch the rules.",
          },
          {
            label: "Queue domain",
            value: env.queueDomain(),
            note: "Host that connectors send visitors to, without https://.",
          },
        ]}
      />
    </Panel>
  );
}
