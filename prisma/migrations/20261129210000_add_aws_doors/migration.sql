-- CreateTable
CREATE TABLE "AwsDoors" (
    "customerId" TEXT NOT NULL,
    "isOn" BOOLEAN NOT NULL,
    "sealed" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyMadeAt" TIMESTAMP(3) NOT NULL,
    "clients" JSONB NOT NULL DEFAULT '[]',
    "accessKeyId" TEXT,
    "apiKeyId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AwsDoors_pkey" PRIMARY KEY ("customerId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AwsDoors_accessKeyId_key" ON "AwsDoors"("accessKeyId");

-- AddForeignKey
ALTER TABLE "AwsDoors" ADD CONSTRAINT "AwsDoors_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
