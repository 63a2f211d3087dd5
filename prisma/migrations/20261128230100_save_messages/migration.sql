CREATE TABLE "SavedMessage" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "texts" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "SavedMessage_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "SavedMessage_customerId_name_key" ON "SavedMessage"("customerId", "name");

ALTER TABLE "SavedMessage" ADD CONSTRAINT "SavedMessage_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
