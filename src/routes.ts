import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { type Page, pages } from "./pages.ts";

const routesOf = (access: Page["access"]) =>
  pages.filter((page) => page.access === access).map(({ path, file }) => (path === "" ? index(file) : route(path, file)));

export default [
  layout("layouts/public.tsx", [...routesOf("public"), route("*", "features/errors/pages/not-found.tsx")]),
  layout("layouts/member.tsx", routesOf("member")),
  layout("layouts/admin.tsx", routesOf("admin")),
] satisfies RouteConfig;
