-- CreateTable
CREATE TABLE "ConnectorWatch" (
    "customerId" TEXT NOT NULL,
    "seen" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ConnectorWatch_pkey" PRIMARY KEY ("customerId")
);

-- AddForeignKey
ALTER TABLE "ConnectorWatch" ADD CONSTRAINT "ConnectorWatch_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
