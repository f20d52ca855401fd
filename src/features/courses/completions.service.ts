import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";

/**
 * Records the modules whose lessons are all complete now, of one member or of everybody. A module once finished stays finished:
 * lessons that are added later are novelties in it. It runs after each completed lesson, and around each change of the lessons.
 * @returns the modules that were finished just now
 */
export async function recordCompletions(db: Db, userId?: string): Promise<number[]> {
  const { rows } = await db.execute<{ module_id: number }>(sql`
    insert into module_completions (user_id, module_id)
    select p.user_id, l.module_id
    from lesson_progress p
    join lessons l on l.id = p.lesson_id
    where p.completed_at is not null and l.retired_at is null ${userId ? sql`and p.user_id = ${userId}` : sql``}
    group by p.user_id, l.module_id
    having count(*) = (select count(*) from lessons o where o.module_id = l.module_id and o.retired_at is null)
    on conflict do nothing
    returning module_id`);
  return rows.map(({ module_id }) => module_id);
}
