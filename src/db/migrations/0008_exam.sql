CREATE TABLE "exam_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"degree" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"ended" text,
	"right_count" smallint,
	"passed" boolean,
	CONSTRAINT "exam_attempts_marked" CHECK (num_nulls("exam_attempts"."finished_at", "exam_attempts"."ended", "exam_attempts"."right_count", "exam_attempts"."passed") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "exam_items" (
	"attempt_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"question_id" text NOT NULL,
	"module_id" integer NOT NULL,
	"lesson_id" text NOT NULL,
	"asked" jsonb NOT NULL,
	"given" jsonb,
	"answered_at" timestamp with time zone,
	"flagged" boolean DEFAULT false NOT NULL,
	"is_right" boolean,
	CONSTRAINT "exam_items_attempt_id_place_pk" PRIMARY KEY("attempt_id","place"),
	CONSTRAINT "exam_items_once" UNIQUE("attempt_id","question_id")
);
--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "undrawn_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_items" ADD CONSTRAINT "exam_items_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_items" ADD CONSTRAINT "exam_items_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_items" ADD CONSTRAINT "exam_items_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_items" ADD CONSTRAINT "exam_items_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempts_open" ON "exam_attempts" USING btree ("user_id") WHERE "exam_attempts"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "exam_attempts_user_idx" ON "exam_attempts" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "exam_attempts_due_idx" ON "exam_attempts" USING btree ("closes_at") WHERE "exam_attempts"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "exam_items_question_idx" ON "exam_items" USING btree ("question_id");