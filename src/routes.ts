import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { TERMS_PATH } from "./features/dictionary/dictionary.schema.ts";
import { type Page, pages } from "./pages.ts";

const routesOf = (access: Page["access"], callsApi?: true) =>
  pages
    .filter((page) => page.access === access && page.callsApi === callsApi)
    .map(({ path, file }) => (path === "" ? index(file) : route(path, file)));

export default [
  route(TERMS_PATH, "features/dictionary/dictionary.json.ts"),
  layout("layouts/public.tsx", [...routesOf("public"), route("*", "features/errors/pages/not-found.tsx")]),
  layout("layouts/application.tsx", [
    layout("layouts/public-frame.tsx", routesOf("public", true)),
    layout("layouts/member.tsx", routesOf("member")),
    layout("layouts/admin.tsx", routesOf("admin")),
  ]),
] satisfies RouteConfig;
