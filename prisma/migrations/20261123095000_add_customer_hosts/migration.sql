-- CreateTable
CREATE TABLE "CustomerHost" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "verifiedHost" TEXT,
    "verifiedAt" TIMESTAMP(3),
    "lastCheckedAt" TIMESTAMP(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CustomerHost_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "CustomerHost_verifiedHost_key" ON "CustomerHost"("verifiedHost");

-- CreateIndex
CREATE UNIQUE INDEX "CustomerHost_customerId_host_key" ON "CustomerHost"("customerId", "host");

-- AddForeignKey
ALTER TABLE "CustomerHost" ADD CONSTRAINT "CustomerHost_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
