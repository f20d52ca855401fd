import { type DemoTopic, degreeOfDemoBoard, isWritten } from "#app/content/community.ts";
import { type Forbidden, findForbidden } from "#app/content/forbidden.ts";
import { parseMarkdown, textOf } from "#app/features/authoring/checks/markdown.ts";
import { type LessonTitles, linked, linksAbove } from "#app/features/authoring/checks/prose.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";

/** How many conversations the demonstration has, and how many replies that somebody still answers for. */
const TOPICS = 12;
const REPLIES = 40;

type Surroundings = { lessons: LessonTitles; studies: ReadonlyMap<string, Degree>; forbidden: Forbidden };

/** What a conversation of the demonstration says and links to. */
export function checkConversation(topic: DemoTopic, { lessons, studies, forbidden }: Surroundings): string[] {
  const degree = degreeOfDemoBoard(topic.board) ?? "aprendiz";
  const about = topic.lesson ? lessons.get(topic.lesson)?.degree : topic.study ? studies.get(topic.study) : degree;
  const posts = topic.posts.filter(isWritten);
  const roots = posts.map(({ text }) => parseMarkdown(text));
  const said = [
    topic.title,
    ...roots.map((root) => textOf(root)),
    ...posts.flatMap(({ reports }) => reports?.map(({ reason }) => reason) ?? []),
  ];
  return [
    ...(about ? [] : [`there is no “${topic.lesson ?? topic.study}”`]),
    ...(about && !coversDegree(degree, about) ? ["is about a text that not all of its readers may read"] : []),
    ...inOrder(topic),
    ...reactions(topic),
    ...roots
      .flatMap((root) => linked(root, "licao"))
      .filter((id) => !lessons.has(id))
      .map((id) => `there is no lesson “${id}”`),
    ...roots.flatMap((root) => linksAbove(linked(root, "licao"), degree, lessons)),
    ...findForbidden(said.join("\n"), forbidden),
  ];
}

function inOrder({ posts, answer, locked }: DemoTopic): string[] {
  const times = posts.map(({ day, at }) => 60 - day + Number(at.replace(":", "")) / 2400);
  const late = posts.flatMap((post, index) => (isWritten(post) && (post.quotes ?? 0) > index ? [index + 1] : []));
  return [
    ...times.flatMap((time, index) =>
      time <= (times[index - 1] ?? 0) ? [`post ${index + 1} comes before the one that it follows`] : [],
    ),
    ...late.map((number) => `post ${number} quotes one that comes after it`),
    ...(answer !== undefined && answer > posts.length ? ["marks as the answer a post that is not there"] : []),
    ...(locked && posts.length < 3 ? ["is closed before anybody has talked"] : []),
  ];
}

const reactions = ({ posts }: DemoTopic): string[] =>
  posts
    .filter(isWritten)
    .flatMap(({ author, useful, agree, thanks }, index) =>
      [useful, agree, thanks].flatMap((who) => [
        ...(who.includes(author) ? [`post ${index + 1}: ${author} reacts to himself`] : []),
        ...(new Set(who).size < who.length ? [`post ${index + 1}: somebody reacts twice`] : []),
      ]),
    );

/** That they are as many as the demonstration promises. */
export function checkConversations(topics: DemoTopic[]): string[] {
  const replies = topics.flatMap(({ posts }) => posts.slice(1).filter((post) => isWritten(post) && !post.reports)).length;
  return [
    ...(topics.length === TOPICS ? [] : [`${topics.length} conversations; ${TOPICS} wanted`]),
    ...(replies === REPLIES ? [] : [`${replies} replies; ${REPLIES} wanted`]),
  ];
}
