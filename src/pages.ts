/**
 * The one list of pages: address, file, layout, and how it is served. `routes.ts` makes the browser's routes of it, the build
 * prerenders the public ones, and the server knows from it which addresses exist.
 */
export type Page = {
  /** React Router pattern, without the leading slash; empty for the home page. */
  path: string;
  /** Component, from src/. */
  file: string;
  /** `public` pages are static HTML; `member` asks for a signed-in member, `admin` for an administrator; */
  access: "public" | "member" | "admin";
};

export const pages: Page[] = [
  { path: "", file: "features/home/pages/home.tsx", access: "public" },
  { path: "login", file: "features/account/pages/login.tsx", access: "public" },
  { path: "forgot-password", file: "features/account/pages/forgot-password.tsx", access: "public" },
  { path: "reset-password", file: "features/account/pages/reset-password.tsx", access: "public" },
  { path: "avaliacao", file: "features/assessment/pages/assessment.tsx", access: "member" },
  { path: "dashboard", file: "features/dashboard/pages/dashboard.tsx", access: "member" },
  { path: "modulos", file: "features/courses/pages/modules.tsx", access: "member" },
  { path: "modulos/:nivel", file: "features/courses/pages/modules-of-level.tsx", access: "member" },
  { path: "modulo/:moduleId", file: "features/courses/pages/module.tsx", access: "member" },
  { path: "modulo/:moduleId/licao/:number", file: "features/courses/pages/lesson.tsx", access: "member" },
];

/** Addresses that the build renders to static HTML. */
export const prerenderedPaths = (): string[] => [
  ...pages.filter((page) => page.access === "public" && !page.path.includes(":")).map((page) => `/${page.path}`),
  "/404",
];
