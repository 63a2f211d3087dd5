-- CreateTable
CREATE TABLE "AwsApi" (
    "customerId" TEXT NOT NULL,
    "isOn" BOOLEAN NOT NULL,
    "sealed" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyMadeAt" TIMESTAMP(3) NOT NULL,
    "clients" JSONB NOT NULL DEFAULT '[]',
    "accessKeyId" TEXT,
    "apiKeyId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AwsApi_pkey" PRIMARY KEY ("customerId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AwsApi_accessKeyId_key" ON "AwsApi"("accessKeyId");

-- AddForeignKey
ALTER TABLE "AwsApi" ADD CONSTRAINT "AwsApi_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
