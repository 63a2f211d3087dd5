import type { RedisKey } from "./keys";

const SLOTS = 16_384;

/** The slot of a key in a Redis Cluster: CRC16 (XMODEM) of what stands in its first braces, else of all of it. */
export function slotOfKey(key: RedisKey | string): number {
  const opened = key.indexOf("{");
  const closed = opened === -1 ? -1 : key.indexOf("}", opened);
  const hashed = closed > opened + 1 ? key.slice(opened + 1, closed) : key;
  let crc = 0;
  for (const byte of Buffer.from(hashed)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc % SLOTS;
}
