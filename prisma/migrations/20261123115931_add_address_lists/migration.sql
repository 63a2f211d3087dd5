-- CreateEnum
CREATE TYPE "AddressListKind" AS ENUM ('typed', 'feed');

-- CreateTable
CREATE TABLE "AddressList" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "AddressListKind" NOT NULL,
    "text" TEXT,
    "url" TEXT,
    "everyMinutes" INTEGER NOT NULL DEFAULT 360,
    "bytes" BYTEA,
    "hash" TEXT,
    "size" INTEGER NOT NULL DEFAULT 0,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "ranges" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "loadedAt" TIMESTAMP(3),
    "etag" TEXT,
    "lastModified" TEXT,
    "askedAt" TIMESTAMP(3),
    "dueAt" TIMESTAMP(3),
    "takeShorter" BOOLEAN NOT NULL DEFAULT false,
    "lastError" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AddressList_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AddressList_dueAt_idx" ON "AddressList"("dueAt");

-- CreateIndex
CREATE UNIQUE INDEX "AddressList_customerId_key_key" ON "AddressList"("customerId", "key");

-- AddForeignKey
ALTER TABLE "AddressList" ADD CONSTRAINT "AddressList_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
