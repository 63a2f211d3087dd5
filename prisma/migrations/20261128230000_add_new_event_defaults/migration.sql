ALTER TABLE "Customer" ADD COLUMN "newEventDefaults" JSONB;
