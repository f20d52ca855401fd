CREATE TABLE "module_completions" (
	"user_id" uuid NOT NULL,
	"module_id" integer NOT NULL,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "module_completions_user_id_module_id_pk" PRIMARY KEY("user_id","module_id")
);
--> statement-breakpoint
ALTER TABLE "question_options" DROP CONSTRAINT "question_options_place";--> statement-breakpoint
ALTER TABLE "lesson_answers" DROP CONSTRAINT "lesson_answers_question_id_questions_id_fk";
--> statement-breakpoint
ALTER TABLE "question_options" DROP CONSTRAINT "question_options_question_id_questions_id_fk";
--> statement-breakpoint
ALTER TABLE "lessons" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "question_options" ALTER COLUMN "position" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "question_options" ALTER COLUMN "is_right" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "question_options" ALTER COLUMN "why" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ALTER COLUMN "lesson_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_answers" ADD COLUMN "given" jsonb;--> statement-breakpoint
ALTER TABLE "lesson_revisions" ADD COLUMN "origin" text DEFAULT 'repository' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "question_options" ADD COLUMN "side" text DEFAULT 'only' NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "document_id" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "study_id" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "form" text DEFAULT 'choice' NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "explanation" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "origin" text DEFAULT 'repository' NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "module_completions" ADD CONSTRAINT "module_completions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_completions" ADD CONSTRAINT "module_completions_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- answers to options that an earlier version removed keep whether they were right
UPDATE "lesson_answers" SET "option_id" = NULL WHERE "option_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "question_options" o WHERE o."id" = "option_id");--> statement-breakpoint
ALTER TABLE "lesson_answers" ADD CONSTRAINT "lesson_answers_option_id_question_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."question_options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_answers" ADD CONSTRAINT "lesson_answers_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_options" ADD CONSTRAINT "question_options_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_options" ADD CONSTRAINT "question_options_place" UNIQUE("question_id","side","position") DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_place" CHECK (("lessons"."retired_at" is null) = ("lessons"."number" is not null));--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_source" CHECK (num_nonnulls("questions"."lesson_id", "questions"."document_id", "questions"."study_id") = 1);--> statement-breakpoint
-- places are exchanged within one statement
ALTER TABLE "lessons" DROP CONSTRAINT "lessons_module_number";--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_module_number" UNIQUE("module_id","number") DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- who finished a module before completions were recorded has finished it
INSERT INTO "module_completions" ("user_id", "module_id", "completed_at")
SELECT p."user_id", l."module_id", max(p."completed_at")
FROM "lesson_progress" p JOIN "lessons" l ON l."id" = p."lesson_id"
WHERE p."completed_at" IS NOT NULL
GROUP BY p."user_id", l."module_id"
HAVING count(*) = (SELECT count(*) FROM "lessons" o WHERE o."module_id" = l."module_id");
