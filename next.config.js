/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // Browsers ask for this name too, whatever the page says.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  // `npm run check` checks them, once.
  typescript: { ignoreBuildErrors: true },
  // Bundling these breaks what they load at run time.
  serverExternalPackages: ["@prisma/adapter-pg", "pg", "ioredis", "bullmq", "pino", "nodemailer"],
};
