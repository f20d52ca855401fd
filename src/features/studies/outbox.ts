import { createOutbox, dropped } from "#app/lib/outbox.ts";
import { sendPosition } from "./studies.queries.ts";

type Place = { id: string; title: string; position: number };

/** Where studies were being read without a connection. */
const outbox = createOutbox<Place, unknown>({
  name: "lugar:",
  place: "browser",
  send: ({ id, position }) => sendPosition(id, position),
  refused: dropped, // it is where one stopped, and nothing that was made
  titleOf: ({ title }) => `Leitura de “${title}”`,
});

export function sendPlaceLater(place: Place): void {
  outbox.put(place.id, place);
  void outbox.start();
}

/** Where a study was being read, where that has not gone out yet. */
export const placeWaiting = (id: string): number | undefined => outbox.read().find(({ key }) => key === id)?.message.position;
