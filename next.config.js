/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // Browsers ask for this name too, whatever the page says.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  // Where visitors were found before: links of old messages lead there.
  redirects: async () => [{ source: "/reports/search", destination: "/visitors", permanent: true }],
  // `npm run check` checks them, once.
  typescript: { ignoreBuildErrors: true },
  // A template of 1 MB in base64, and what is around it; `lib/http/console-server.ts` bounds it before it is read.
  experimental: { serverActions: { bodySizeLimit: 1_536 * 1_024 } },
  // Bundling these breaks what they load at run time.
  serverExternalPackages: ["@prisma/adapter-pg", "pg", "ioredis", "bullmq", "pino", "nodemailer"],
};
