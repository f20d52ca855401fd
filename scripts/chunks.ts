/**
 * How the pages' scripts and styles are cut into files. Left to itself the bundler makes one of each set of pages that share a module:
 * 47 for a lesson, and each is a request. Here what every page loads is one file, what pages of the application load besides is
 * another, what the pages where members come in share is a third, and of the rest small neighbours are put together.
 */
import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

/** The modules that `next` leads to from this one, itself included. */
function reach(id: string, context: Context, next: (module: Rolldown.ModuleInfo) => readonly string[]): Rolldown.ModuleInfo[] {
  const seen = new Set([id]);
  for (const each of seen) for (const other of next(context.getModuleInfo(each)!)) seen.add(other);
  return [...seen].map((each) => context.getModuleInfo(each)!);
}

/** Whether one of these pages or layouts, or what is imported when it is needed, imports the module. */
const reachedFrom = (entries: RegExp) => (id: string, context: Context) =>
  reach(id, context, ({ importers }) => importers).some(
    ({ id, isEntry, dynamicImporters }) => (isEntry || dynamicImporters.length > 0) && entries.test(id),
  );

const imports = (files: RegExp) => (id: string, context: Context) =>
  reach(id, context, ({ importedIds }) => importedIds).some(({ id }) => files.test(id));

/** What every page loads: the library of views, the router, header and footer. */
const BASE = /\/(entry\.client|src\/root|src\/layouts\/public)\.tsx/;

/** What every page that calls the API loads besides: the cache, the API's client, the session. */
const APPLICATION = /\/src\/layouts\/(application|member)\.tsx/;

/** Pages for everybody, which stay light. */
const PUBLIC = /\/src\/features\/(home|dictionary|york-rite|institutional|errors)\/pages\//;

/** What checks forms, with our own modules that need it. */
const FORMS = /\/node_modules\/(zod|react-hook-form|@hookform)\//;

/** Dialogs, tabs and menus: files of their own, which only the pages that need them load. */
const WIDGETS = /\/node_modules\/@(base-ui|floating-ui)\//;

/** Pages to read: their tools, notes and presentation, which no other page needs. */
const READER = /\/src\/features\/(reader|notes)\//;

/** What is kept for reading without a connection: files of their own, loaded where it is needed. */
const OFFLINE = /\/src\/features\/offline\/|\/src\/lib\/kept-store\.ts|\/node_modules\/idb\//;

/** Where members come in: what this page shares with others is on the line before what others share among themselves. */
const LANDING = /\/src\/features\/dashboard\/pages\/dashboard\.tsx/;

/** Where they go on from there: what it shares with others that the landing does not need is with the tools of reading. */
const LESSON = /\/src\/features\/courses\/pages\/lesson\.tsx/;

/** The door: where one signs in. It loads nothing of what only the pages behind it need; what it shares with the first of them is the entrance. */
const DOOR = /\/src\/features\/account\/pages\/(login|forgot-password|reset-password)\.tsx/;

const chunk = (
  name: string,
  takes: (id: string, context: Context) => boolean,
  more: Omit<Rolldown.CodeSplittingGroup, "name">,
): Rolldown.CodeSplittingGroup => ({ debugName: name, name: (id, context) => (takes(id, context) ? name : null), ...more });

const isOffline = (id: string) => OFFLINE.test(id);
const ofForms = imports(FORMS);
const ofWidgets = imports(WIDGETS);
const ofDoor = reachedFrom(DOOR);
const ofLanding = reachedFrom(LANDING);
const ofLesson = reachedFrom(LESSON);
const shared = { minShareCount: 2 };

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    chunk("base", reachedFrom(BASE), { priority: 5 }),
    chunk("application", reachedFrom(APPLICATION), { priority: 4 }),
    chunk("public", reachedFrom(PUBLIC), { priority: 3, ...shared, maxModuleSize: 12_000 }),
    chunk(
      "entrance",
      (id, context) =>
        ofDoor(id, context) && ofLanding(id, context) && !isOffline(id) && !ofForms(id, context) && !ofWidgets(id, context),
      { priority: 3, ...shared },
    ),
    chunk("door", (id, context) => ofDoor(id, context) && !isOffline(id) && !ofForms(id, context) && !ofWidgets(id, context), {
      priority: 3,
      ...shared,
    }),
    chunk("door-forms", (id, context) => ofDoor(id, context) && ofForms(id, context) && !ofWidgets(id, context), {
      priority: 3,
      ...shared,
    }),
    chunk(
      "landing",
      (id, context) => ofLanding(id, context) && !isOffline(id) && !ofForms(id, context) && !ofWidgets(id, context),
      {
        priority: 2,
        ...shared,
      },
    ),
    chunk(
      "reader",
      (id, context) =>
        (READER.test(id) || ofLesson(id, context)) && !isOffline(id) && !ofForms(id, context) && !ofWidgets(id, context),
      { priority: 2, ...shared },
    ),
    chunk("members", (id, context) => !isOffline(id) && !ofForms(id, context) && !ofWidgets(id, context), {
      priority: 1,
      ...shared,
    }),
    chunk("forms", (id, context) => ofForms(id, context) && !ofWidgets(id, context), { priority: 0, ...shared }),
  ],
};
