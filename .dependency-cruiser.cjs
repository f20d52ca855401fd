/** Directions of imports (docs/architecture.md): lib, ui, content, db <- server <- features <- layouts, routes <- composition. */
const serverOnly =
  "^src/(composition|server|db|content)/|^src/project-files\\.ts$|\\.(service|routes|table|answers|personal|notices)\\.ts$|^src/features/account/session-cookie\\.ts$|^src/features/courses/(catalogue|shuffle)\\.ts$|/content/[^/]+\\.ts$";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "lib-knows-nothing-above",
      severity: "error",
      from: { path: "^src/lib/" },
      to: { path: "^src/(composition|features|layouts|server|db|ui)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "content-knows-no-feature",
      severity: "error",
      from: { path: "^src/content/" },
      to: { path: "^src/(composition|features|layouts|server|db|ui)/" },
    },
    {
      name: "ui-knows-no-product",
      severity: "error",
      from: { path: "^src/ui/" },
      to: { path: "^src/(composition|features|layouts|server|db)/" },
    },
    {
      name: "features-below-layouts",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/(layouts/|routes\\.ts)", dependencyTypesNot: ["type-only"] },
    },
    {
      // the parts of the server and the database stand below the features; these know some of them, as types or by their tables
      name: "server-knows-no-feature",
      severity: "error",
      from: {
        path: "^src/(server|db)/",
        pathNot:
          "^src/server/(context|security-log|backup/daily|http/(fresh-proof|metrics)|notify/(notices\\.table|notify|push-notice|send-digests)|realtime/event-stream)\\.ts$",
      },
      to: { path: "^src/features/" },
    },
    {
      // what puts the features together stands above them; these look up its table of notice kinds, most of them as types
      name: "composition-on-top",
      severity: "error",
      from: {
        path: "^src/(lib|ui|content|db|server|features|layouts)/",
        pathNot: "^src/lib/api\\.ts$|^src/server/notify/(notices\\.(personal|table)|notify|write-notice)\\.ts$",
      },
      to: { path: "^src/composition/" },
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
          "^src/features/(documents|library|studies)/content/",
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
    exclude: { path: "^src/server/files/|(library|image|message|picture)-files\\.ts$|\\.(test|unit\\.test|test-support)\\.ts$" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};
