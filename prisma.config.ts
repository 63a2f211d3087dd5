import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Generating the client needs no database; `prisma migrate deploy` needs this one.
  datasource: { url: process.env["DATABASE_URL"] ?? "" },
});
