import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import { openBoundedQueue } from "#app/server/bounded-queue.ts";
import type { Ctx } from "#app/server/context.ts";
import { SourceError } from "#app/server/markdown/markdown.ts";
import { runInWorker, WorkFailed } from "#app/server/run-in-worker.ts";
import { defaultName } from "../profile/names.policy.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { type CardRef, refOfPath } from "./cards.service.ts";
import { imageSizes } from "./images.service.ts";
import { mentionedIds, type PostTargets, type RenderedPost, renderPost, shownImages } from "./render-post.ts";
import type { RenderInput, RenderOutput } from "./render-post.worker.ts";

const SCRIPT = workerScript("src/features/community/posts/render-post.worker.ts");
const LIMITS = { seconds: 2, megabytes: 128 };
const whenFree = openBoundedQueue({ concurrency: 1, mostWaiting: 20 });

/**
 * The time that markup takes may grow with the square of its signs. With few of them it is milliseconds; a text with more goes to a thread,
 * and one with so many that nobody writes it by hand is not looked at.
 */
const FEW_SIGNS = 200;
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
 * @throws AppError invalid_input on `source`; too_many_tries when too many intricate texts wait
 */
export async function renderForBoard(ctx: Ctx, source: string, degree: Degree | null): Promise<PostText> {
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
  const { paths, ...rendered } = await render(ctx, source, targets);
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

async function render({ log }: Ctx, markdown: string, targets: PostTargets): Promise<RenderedPost> {
  const signs = markdown.match(SIGNS)?.length ?? 0;
  if (signs > MOST_SIGNS) throw new AppError("invalid_input", { fields: { source: TOO_INTRICATE } });
  if (signs <= FEW_SIGNS) return orRefuse(() => renderPost(markdown, targets));
  try {
    const input: RenderInput = { markdown, targets };
    const output = await whenFree(() => runInWorker<RenderOutput>(SCRIPT, input, LIMITS));
    if ("rendered" in output) return output.rendered;
    throw wrongText(output.refusal);
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    log.warn({ err: error, characters: markdown.length }, "post not rendered");
    throw new AppError("invalid_input", { fields: { source: TOO_INTRICATE } });
  }
}

function orRefuse(work: () => RenderedPost): RenderedPost {
  try {
    return work();
  } catch (error) {
    throw error instanceof SourceError ? wrongText(error.message) : error;
  }
}

const wrongText = (refusal: string) => new AppError("invalid_input", { fields: { source: `Na mensagem: ${refusal}.` } });
