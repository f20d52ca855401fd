import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { openWorkerPool, WorkFailed } from "#app/server/worker-pool.ts";
import { defaultName } from "../profile/names.policy.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { type CardRef, refOfPath } from "./cards.service.ts";
import { imageSizes } from "./images.service.ts";
import { mentionedIds, type PostTargets, type RenderedPost, shownImages } from "./render-post.ts";
import type { RenderInput, RenderOutput } from "./render-post.worker.ts";

/**
 * What members write is never parsed on the event loop: the time that Markdown takes may grow with the square of its length, in more ways than
 * a look at the text can tell (docs/security.md). A usual text takes milliseconds in a thread that is kept.
 */
const renderInThread = openWorkerPool<RenderInput, RenderOutput>(
  workerScript("src/features/community/posts/render-post.worker.ts"),
  { seconds: 2, megabytes: 128, threads: 2, mostWaiting: 100, keptSeconds: 300 },
);

/** A text with so many signs that nobody writes it by hand is not looked at: its HTML would be many times as long. */
const MOST_SIGNS = 2_000;
const SIGNS = /[*_[\]`<>~|\\+#=-]|\d[.)]\s|^[ \t]+/gm;
/** Before a text is looked through for members it names: one who names hundreds is refused by its rendering. */
const MOST_NAMES_READ = 21;
const MOST_IMAGES_READ = 11;

const TOO_INTRICATE =
  "A mensagem tem formatação demais para ser lida. Simplifique as listas, citações e ênfases, ou divida-a em duas.";

/** What a post is made of besides its words. */
export type PostText = Omit<RenderedPost, "paths"> & { cards: CardRef[] };

/**
 * Renders what a member writes for those who may read a board.
 * @param newest of the member's texts of this name only the newest is wanted: one that waits is given up for it
 * @throws AppError invalid_input on `source`; too_many_tries when too many texts wait; superseded when a newer one of the name has come
 */
export async function renderForBoard(ctx: Ctx, source: string, degree: Degree | null, newest?: "preview"): Promise<PostText> {
  const lessonPaths = new Map(
    [...source.matchAll(/\(licao:([a-z0-9-]{1,100})\)/g)].flatMap(([, id]) => {
      const lesson = ctx.catalogue().lessonById.get(id!);
      return lesson ? [[id!, `/modulo/${lesson.moduleId}/licao/${lesson.number}`] as const] : [];
    }),
  );
  const targets: PostTargets = {
    site: ctx.origin,
    names: await namesOf(ctx, mentionedIds(source), degree),
    lessonPaths,
    images: await imageSizes(ctx.db, shownImages(source).slice(0, MOST_IMAGES_READ)),
  };
  const { paths, ...rendered } = await render(ctx, source, targets, newest);
  const refs = paths.flatMap((path) => refOfPath(path, ctx.catalogue()) ?? []);
  const cards = [...new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref])).values()].slice(0, MOST_CARDS);
  return { ...rendered, cards };
}

const MOST_CARDS = 5;

/** The members of a board among these, and how they sign. */
async function namesOf(ctx: Ctx, ids: string[], degree: Degree | null): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: profiles.id, name: profiles.name, displayName: communityProfiles.displayName })
    .from(profiles)
    .innerJoin(communityProfiles, eq(communityProfiles.userId, profiles.id))
    .where(
      and(
        inArray(profiles.id, ids.slice(0, MOST_NAMES_READ)),
        isNotNull(communityProfiles.rulesAcceptedAt),
        isMemberOfBoard(degree),
      ),
    );
  return new Map(rows.map(({ id, name, displayName }) => [id, displayName ?? defaultName(name)]));
}

/** SQL: the query's profile is of a member who may read a board of this degree. */
export const isMemberOfBoard = (degree: Degree | null) =>
  and(
    isNull(profiles.suspendedAt),
    eq(profiles.awaitsConfirmation, false),
    degree === null ? undefined : inArray(profiles.degree, DEGREES.slice(DEGREES.indexOf(degree))),
  );

async function render(ctx: Ctx, markdown: string, targets: PostTargets, newest?: string): Promise<RenderedPost> {
  if ((markdown.match(SIGNS)?.length ?? 0) > MOST_SIGNS) throw tooIntricate();
  try {
    const output = await renderInThread({ ...turnOfMember(requireActor(ctx)), newest }, { markdown, targets });
    if ("rendered" in output) return output.rendered;
    throw wrongText(`Na mensagem: ${output.refusal}.`);
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    ctx.log.warn({ err: error, characters: markdown.length }, "post not rendered");
    throw tooIntricate();
  }
}

const wrongText = (message: string) => new AppError("invalid_input", { fields: { source: message } });
const tooIntricate = () => wrongText(TOO_INTRICATE);
