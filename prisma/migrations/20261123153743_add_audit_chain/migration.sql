-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "digests" JSONB,
ADD COLUMN     "number" BIGINT,
ADD COLUMN     "salts" JSONB,
ADD COLUMN     "seq" INTEGER,
ADD COLUMN     "tag" TEXT;

-- What is there is numbered in the order in which it was written.
CREATE SEQUENCE "AuditEntry_number_seq" OWNED BY "AuditEntry"."number";
UPDATE "AuditEntry" AS entry SET "number" = ordered."number" FROM (
  SELECT "id", row_number() OVER (ORDER BY "at", "id") AS "number" FROM "AuditEntry"
) AS ordered WHERE ordered."id" = entry."id";
SELECT setval('"AuditEntry_number_seq"', COALESCE((SELECT max("number") FROM "AuditEntry"), 0) + 1, false);
ALTER TABLE "AuditEntry" ALTER COLUMN "number" SET DEFAULT nextval('"AuditEntry_number_seq"'),
ALTER COLUMN "number" SET NOT NULL;

-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "auditMailedAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "AuditErasure" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "fields" TEXT[],
    "entryIds" TEXT[],
    "at" TIMESTAMP(3) NOT NULL,
    "tag" TEXT NOT NULL,
    "seq" INTEGER,

    CONSTRAINT "AuditErasure_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditLink" (
    "customerId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "AuditLink_pkey" PRIMARY KEY ("customerId","seq")
);

-- CreateTable
CREATE TABLE "AuditKey" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "AuditKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AuditLink_customerId_kind_seq_idx" ON "AuditLink"("customerId", "kind", "seq");

-- CreateIndex
CREATE INDEX "AuditErasure_seq_customerId_idx" ON "AuditErasure"("seq", "customerId");

-- CreateIndex
CREATE INDEX "AuditErasure_customerId_seq_idx" ON "AuditErasure"("customerId", "seq");

-- CreateIndex
CREATE INDEX "AuditEntry_customerId_number_idx" ON "AuditEntry"("customerId", "number");

-- CreateIndex
CREATE INDEX "AuditEntry_seq_customerId_number_idx" ON "AuditEntry"("seq", "customerId", "number");

-- AddForeignKey
ALTER TABLE "AuditErasure" ADD CONSTRAINT "AuditErasure_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditLink" ADD CONSTRAINT "AuditLink_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
