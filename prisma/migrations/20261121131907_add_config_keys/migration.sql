-- AlterTable
ALTER TABLE "Publication" ADD COLUMN     "signature" TEXT,
ADD COLUMN     "signedBy" TEXT;

-- CreateTable
CREATE TABLE "ConfigKey" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConfigKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ConfigKey_customerId_keyId_key" ON "ConfigKey"("customerId", "keyId");

-- AddForeignKey
ALTER TABLE "ConfigKey" ADD CONSTRAINT "ConfigKey_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
