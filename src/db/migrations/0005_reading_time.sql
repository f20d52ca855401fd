ALTER TABLE "lesson_progress" ADD COLUMN "unspent_seconds" real DEFAULT 0 NOT NULL;--> statement-breakpoint

-- Going back to a lesson had marked one that was never read as read to its end (position and furthest point at 1, within seconds). A
-- record that says so within less time than a third of the study pace allows (390 words a minute, a minute more for what came before
-- the first report) keeps only what there was time for. Completed lessons stay as they are.
UPDATE lesson_progress p
SET position = 0, furthest = (extract(epoch FROM p.updated_at - p.created_at) + 60) / (r.words * 60 / 390.0)
FROM lessons l JOIN lesson_revisions r ON r.id = l.published_revision_id
WHERE p.lesson_id = l.id AND p.completed_at IS NULL AND p.furthest = 1 AND p.position = 1
  AND extract(epoch FROM p.updated_at - p.created_at) + 60 < r.words * 60 / 390.0;
