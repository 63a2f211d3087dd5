-- AlterTable
ALTER TABLE "DomainEvent" ADD COLUMN "traceparent" TEXT;

-- AlterTable
ALTER TABLE "OutboxEntry" ADD COLUMN "traceparent" TEXT;
