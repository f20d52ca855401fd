import { expect, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { READS, STREAMS } from "../../scripts/grown/reads.ts";
import { testApp } from "../support/app.ts";

const app = testApp();

test("every GET operation is measured and its plans are looked at, or it is a stream", () => {
  const { routes } = createApp(app.services, async () => true);
  const mounted = new Set(routes.filter(({ method }) => method === "GET").map(({ path }) => `GET ${path}`));
  expect([...Object.keys(READS), ...STREAMS].toSorted()).toEqual([...mounted].toSorted());
});
