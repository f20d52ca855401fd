CREATE TABLE "review_cards" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"source" text NOT NULL,
	"met_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"stability" double precision DEFAULT 0 NOT NULL,
	"difficulty" double precision DEFAULT 0 NOT NULL,
	"scheduled_days" integer DEFAULT 0 NOT NULL,
	"step" smallint DEFAULT 0 NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"lapses" integer DEFAULT 0 NOT NULL,
	"last_reviewed_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	CONSTRAINT "review_cards_user_id_kind_subject_pk" PRIMARY KEY("user_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "review_log" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"number" integer NOT NULL,
	"grade" text NOT NULL,
	"state" text NOT NULL,
	"scheduled_days" integer NOT NULL,
	"reviewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_log_user_id_kind_subject_number_pk" PRIMARY KEY("user_id","kind","subject","number")
);
--> statement-breakpoint
CREATE TABLE "review_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"per_day" smallint NOT NULL,
	"paused_until" date,
	"time_zone" text NOT NULL,
	CONSTRAINT "review_settings_per_day" CHECK ("review_settings"."per_day" between 5 and 60)
);
--> statement-breakpoint
ALTER TABLE "review_cards" ADD CONSTRAINT "review_cards_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_log" ADD CONSTRAINT "review_log_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_settings" ADD CONSTRAINT "review_settings_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_cards_due_idx" ON "review_cards" USING btree ("user_id","due");--> statement-breakpoint
CREATE INDEX "review_log_recent_idx" ON "review_log" USING btree ("user_id","reviewed_at");--> statement-breakpoint
-- What members had met before there was a review. As in src/features/review/meet.service.ts.
INSERT INTO "review_cards" ("user_id", "kind", "subject", "source", "met_at", "due")
SELECT DISTINCT ON (p.user_id, met.kind, met.subject) p.user_id, met.kind, met.subject, 'lesson:' || p.lesson_id, p.completed_at, p.completed_at
FROM "lesson_progress" p
JOIN "lessons" l ON l.id = p.lesson_id AND l.retired_at IS NULL
JOIN "lesson_revisions" r ON r.id = l.published_revision_id
CROSS JOIN LATERAL (
  SELECT 'term' AS kind, slug AS subject FROM jsonb_array_elements_text(r.terms) slug
  UNION ALL
  SELECT 'document', plate[1] FROM regexp_matches(r.html, '<figure class="plate document" id="doc-([a-z0-9-]+)"', 'g') plate
) met
WHERE p.completed_at IS NOT NULL
ORDER BY p.user_id, met.kind, met.subject, p.completed_at
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "review_cards" ("user_id", "kind", "subject", "source", "met_at", "due")
SELECT missed.user_id, 'question', q.id,
  coalesce('lesson:' || q.lesson_id, 'document:' || q.document_id, 'study:' || q.study_id), min(missed.at), min(missed.at)
FROM (
  SELECT a.user_id, a.question_id, a.created_at AS at FROM "lesson_answers" a
  WHERE NOT a.is_right AND NOT EXISTS (
    SELECT FROM "lesson_answers" b
    WHERE b.user_id = a.user_id AND b.question_id = a.question_id AND b.is_right AND b.id < a.id)
  UNION ALL
  SELECT t.user_id, i.question_id, t.finished_at FROM "exam_items" i
  JOIN "exam_attempts" t ON t.id = i.attempt_id AND t.finished_at IS NOT NULL
  WHERE NOT i.is_right
) missed
JOIN "questions" q ON q.id = missed.question_id
GROUP BY missed.user_id, q.id
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "review_cards" ("user_id", "kind", "subject", "source", "met_at", "due")
SELECT a.user_id, 'document', q.document_id, 'document:' || q.document_id, min(a.created_at), min(a.created_at)
FROM "lesson_answers" a
JOIN "questions" q ON q.id = a.question_id AND q.document_id IS NOT NULL
GROUP BY a.user_id, q.document_id
ON CONFLICT DO NOTHING;
