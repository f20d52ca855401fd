import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { pages } from "#app/pages.ts";
import routes from "#app/routes.ts";

/** Files of the layouts around each route, by the route's path. */
const layoutsOf = (entries: RouteConfigEntry[], around: string[] = []): [string, string[]][] =>
  entries.flatMap(({ path, file, index, children }) =>
    children ? layoutsOf(children, [...around, file]) : [[index ? "" : path!, around] as [string, string[]]],
  );

/** What a visitor meets at a member's page is tested with one page of each layout (tests/e2e/account.spec.ts). */
test("each page is in the layout that lets in whom the list of pages names", () => {
  const layouts = new Map(layoutsOf(routes));
  for (const { path, access, callsApi } of pages) {
    const expected =
      access === "public"
        ? callsApi
          ? ["layouts/application.tsx", "layouts/public-frame.tsx"]
          : ["layouts/public.tsx"]
        : ["layouts/application.tsx", `layouts/${access}.tsx`];
    expect([path, layouts.get(path)]).toEqual([path, expected]);
  }
});

test("what a page asks for early names only parameters that its address has", () => {
  const parametersOf = (text: string): string[] => text.match(/:\w+/g) ?? [];
  for (const { path, data = [] } of pages)
    for (const address of data)
      expect(parametersOf(path), `${path}: ${address}`).toEqual(expect.arrayContaining(parametersOf(address)));
});
