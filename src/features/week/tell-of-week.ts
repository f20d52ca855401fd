import { sql } from "drizzle-orm";
import { lessonToResume } from "#app/features/courses/modules.service.ts";
import { readRecordsOf } from "#app/features/courses/records.service.ts";
import { documentInBrief } from "#app/features/documents/documents.service.ts";
import { piecesOpenTo } from "#app/features/studies/studies.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import type { Services } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { pieceOfWeek, presentMonday } from "./week.policy.ts";

const BATCH = 200;

/**
 * Tells on Mondays of the week's path those who chose to be told. Safe to repeat: the notice has the week for its key, so that each is told once of a
 * week. Nothing is made up for: what was not told when Monday ends in Brasília, because the program did not run or its tries failed, is told on no
 * other day.
 */
export const tellOfWeek: Job<"tell-of-week"> = {
  retries: 3,
  isLong: true,
  cron: "0 11 * * 1", // eight in the morning in Brasília
  run: async (services) => {
    const { db, notify } = services;
    const monday = presentMonday();
    const isStillMonday = () => isoDayInBrasilia(new Date()) === monday;
    for (let last: string | undefined, more = true; more && isStillMonday(); ) {
      const members = await findMembers(services, monday, last);
      const records = await readRecordsOf(
        db,
        members.map(({ id }) => id),
      );
      for (const { id, degree } of members) {
        const piece = pieceOfWeek(piecesOpenTo(services.catalogue(), degree), monday);
        const { records: own, last: lastRead } = records.get(id)!;
        const lesson = lessonToResume(services.catalogue(), { degree, standing: "full" }, own, lastRead);
        const document = piece && documentInBrief(services.catalogue(), piece.document);
        if (piece)
          await db.transaction((tx) =>
            notify(
              tx,
              "week-path",
              { memberId: id },
              { monday, lesson: lesson?.title ?? null, document: document?.title ?? null, piece: piece.title },
            ),
          );
      }
      last = members.at(-1)?.id;
      more = members.length === BATCH;
    }
  },
};

/** A batch of those who chose it, take part, and were not told of this week yet. Members and notices are looked up one by one. */
async function findMembers(
  { db }: Services,
  monday: string,
  after: string | undefined,
): Promise<{ id: string; degree: Degree }[]> {
  const { rows } = await db.execute<{ id: string; degree: Degree }>(sql`
    select c.user_id as id, p.degree
    from notice_preferences c cross join lateral (
      select m.degree from profiles m where m.id = c.user_id and ${takesPart(sql`m`)} offset 0) p
    where c.channels ->> 'week' <> 'never'
      and (select true from notices n where n.user_id = c.user_id and n.key = ${`week-path:${monday}`}) is not true
      ${after === undefined ? sql`` : sql`and c.user_id > ${after}`}
    order by c.user_id limit ${BATCH}`);
  return rows;
}
