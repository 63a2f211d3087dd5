import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { loadCertificate } from "@/tools/stack/tls";
import type { RoomService } from "./servers";

/** The same waiting room, listening on TLS, too, with a certificate signed by itself. */
export async function withTls(room: RoomService): Promise<RoomService & { tlsPort: number }> {
  const { certificateFile, keyFile } = await loadCertificate(
    await temporaryDirectory("bench-tls-"),
  );
  const { env } = room.service;
  const files = { TLS_CERTIFICATE_FILE: certificateFile, TLS_KEY_FILE: keyFile };
  return {
    ...room,
    service: { ...room.service, env: { ...env, ...files } },
    tlsPort: Number(env["WAITING_ROOM_TLS_PORT"]),
  };
}
