CREATE TABLE "authors" (
	"member_id" uuid NOT NULL,
	"degree" text NOT NULL,
	"part" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authors_member_id_degree_part_pk" PRIMARY KEY("member_id","degree","part"),
	CONSTRAINT "authors_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre')),
	CONSTRAINT "authors_part_check" CHECK (part in ('author', 'reviewer'))
);
--> statement-breakpoint
CREATE TABLE "draft_copies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"body" jsonb NOT NULL,
	"member_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft_readers" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"member_id" uuid NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_readers_kind_subject_id_member_id_pk" PRIMARY KEY("kind","subject_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"degree" text NOT NULL,
	"parent_id" text NOT NULL,
	"body" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"writers" jsonb NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"publisher_id" uuid,
	"publish_at" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "drafts_kind_check" CHECK (kind in ('lesson', 'question')),
	CONSTRAINT "drafts_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre')),
	CONSTRAINT "drafts_state_check" CHECK (state in ('draft', 'review', 'scheduled')),
	CONSTRAINT "drafts_hour_check" CHECK ((state = 'scheduled') = (publish_at is not null))
);
--> statement-breakpoint
CREATE TABLE "remarks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"member_id" uuid,
	"passage" text NOT NULL,
	"words" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"number" integer NOT NULL,
	"origin" text NOT NULL,
	"body" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"publisher_id" uuid,
	"published_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_versions_number" UNIQUE("kind","subject_id","number"),
	CONSTRAINT "text_versions_kind_check" CHECK (kind in ('lesson', 'question'))
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "retired_here" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "arranged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_copies" ADD CONSTRAINT "draft_copies_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_readers" ADD CONSTRAINT "draft_readers_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_saved_by_profiles_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_publisher_id_profiles_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_versions" ADD CONSTRAINT "text_versions_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_versions" ADD CONSTRAINT "text_versions_publisher_id_profiles_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_copies_subject_idx" ON "draft_copies" USING btree ("kind","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "draft_copies_member_idx" ON "draft_copies" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "draft_copies_age_idx" ON "draft_copies" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "draft_readers_member_idx" ON "draft_readers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "drafts_author_idx" ON "drafts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "drafts_saved_by_idx" ON "drafts" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "drafts_publisher_idx" ON "drafts" USING btree ("publisher_id");--> statement-breakpoint
CREATE INDEX "drafts_due_idx" ON "drafts" USING btree ("publish_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "remarks_subject_idx" ON "remarks" USING btree ("kind","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "remarks_member_idx" ON "remarks" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "text_versions_author_idx" ON "text_versions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "text_versions_publisher_idx" ON "text_versions" USING btree ("publisher_id");--> statement-breakpoint
CREATE INDEX "text_versions_unsettled_idx" ON "text_versions" USING btree ("kind","subject_id") WHERE published_at is null and settled_at is null;--> statement-breakpoint
CREATE INDEX "lesson_answers_question_idx" ON "lesson_answers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_lesson_idx" ON "lesson_progress" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "notes_of_text_idx" ON "notes" USING btree ("kind","text_id");