import { requireFields, requireSame } from "../trials";
import { type Driven, newRoom, tryOne } from "./driven";

const BYPASS = { action: "bypass_waiting_room" as const };
const ADDRESS = { ...BYPASS, expression: "ip.src in {10.20.30.40}", description: "office" };
const QUERY = { ...BYPASS, expression: 'http.request.uri.query contains "bypass=true"' };
const PATHS = {
  ...BYPASS,
  expression:
    'not (http.request.uri.path contains "/api/" or lower(http.user_agent) contains "probe") and http.host eq "shop.example.com"',
};

/** The life of the rules of a room. */
export async function tryRules(driven: Driven): Promise<void> {
  const { client, zone } = driven;
  const of = { zone_id: zone };
  const { rules } = client.waitingRooms;
  const room = await newRoom(driven, { name: "room_of_rules", path: "/rules" });
  const one = { ...of, waiting_room_id: room };
  const listed = async () => (await rules.get(room, of)).result ?? [];
  let id = "";
  await tryOne(driven, "waitingRooms.rules.create", async () => {
    await rules.create(room, { ...of, rules: ADDRESS });
    const [rule] = await listed();
    id = rule?.id ?? "";
    requireFields(rule, { ...ADDRESS, enabled: true, version: "1" });
  });
  await tryOne(driven, "waitingRooms.rules.get", async () => {
    requireSame(
      (await listed()).map((rule) => rule.id),
      [id],
    );
  });
  await tryOne(driven, "waitingRooms.rules.edit", async () => {
    await rules.edit(id, { ...one, ...ADDRESS, enabled: false });
    requireFields((await listed())[0], { id, enabled: false, version: "2" });
  });
  await tryOne(driven, "waitingRooms.rules.update", async () => {
    await rules.update(room, { ...of, rules: [ADDRESS, QUERY, PATHS] });
    requireSame(
      (await listed()).map(({ expression }) => expression),
      [ADDRESS, QUERY, PATHS].map(({ expression }) => expression),
    );
  });
  await tryOne(driven, "waitingRooms.rules.delete", async () => {
    const [first] = await listed();
    await rules.delete(first?.id ?? "", one);
    requireSame((await listed()).length, 2);
  });
  await client.waitingRooms.delete(room, of);
}
