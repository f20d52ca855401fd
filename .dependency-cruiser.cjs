/** Directions of imports (docs/architecture.md): lib, ui, content <- features <- layouts, routes, server/app.ts. */
const serverOnly =
  "^src/(server|db|content)/|^src/project-files\\.ts$|\\.(service|routes|table|answers|personal|notices)\\.ts$|^src/features/account/session-cookie\\.ts$|^src/features/courses/(catalogue|shuffle)\\.ts$|/content/[^/]+\\.ts$";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "lib-knows-nothing-above",
      severity: "error",
      from: { path: "^src/lib/" },
      to: { path: "^src/(features|layouts|server|db|ui)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "content-knows-no-feature",
      severity: "error",
      from: { path: "^src/content/" },
      to: { path: "^src/(features|layouts|server|db|ui)/" },
    },
    {
      name: "ui-knows-no-product",
      severity: "error",
      from: { path: "^src/ui/" },
      to: { path: "^src/(features|layouts|server|db)/" },
    },
    {
      name: "features-below-layouts",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/(layouts/|routes\\.ts|server/app\\.ts)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-cross-by-schema-policy-service-table",
      severity: "error",
      from: { path: "^src/features/([^/]+)/", pathNot: "/(pages|components)/" },
      to: {
        path: "^src/features/",
        pathNot: [
          "^src/features/$1/",
          "\\.(schema|answers|policy|service|table|personal)\\.ts$",
          "^src/features/courses/(catalogue|content/)",
          "^src/features/(documents|studies)/content/",
          "^src/features/reader/",
          "^src/features/account/(account\\.queries|common-passwords)\\.ts$",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "browser-imports-server-as-types",
      severity: "error",
      from: { path: "^src/(ui|layouts|lib)/|\\.queries\\.ts$|/(pages|components)/", pathNot: "^src/lib/api\\.ts$" },
      to: { path: serverOnly, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-tell-by-notify",
      severity: "error",
      // the letters that administrators write are no notices (docs/decisions/0046-letters-that-administrators-write.md)
      from: { path: "^src/features/", pathNot: "^src/features/announcements/queue-written-letter\\.ts$" },
      to: { path: "^src/server/mail/(letter|outbox|deliver-mail)\\.ts$" },
    },
    {
      name: "schemas-never-import-tables",
      severity: "error",
      from: { path: "\\.schema\\.ts$" },
      to: { path: "\\.table\\.ts$", dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    // the parser does not know `await using` yet, which the file storage is written with
    exclude: { path: "^src/server/files/|(library|image|message)-files\\.ts$|\\.(test|unit\\.test|test-support)\\.ts$" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};
