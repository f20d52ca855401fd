CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text_id" text NOT NULL,
	"title" text NOT NULL,
	"degree" text NOT NULL,
	"colour" text NOT NULL,
	"quote" text NOT NULL,
	"prefix" text NOT NULL,
	"suffix" text NOT NULL,
	"position" integer NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notes_kind_check" CHECK ("notes"."kind" in ('lesson', 'study', 'document', 'article')),
	CONSTRAINT "notes_colour_check" CHECK ("notes"."colour" in ('gold', 'blue', 'rose')),
	CONSTRAINT "notes_degree_check" CHECK ("notes"."degree" in ('aprendiz', 'companheiro', 'mestre')),
	CONSTRAINT "notes_body_check" CHECK (length("notes"."body") <= 10000)
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_of_member_idx" ON "notes" USING btree ("user_id","kind","text_id");