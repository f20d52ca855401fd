CREATE TABLE "reading_group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"shows_reading" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "reading_group_weeks" (
	"group_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"text_kind" text NOT NULL,
	"text_id" text NOT NULL,
	"topic_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "reading_group_weeks_group_id_number_pk" PRIMARY KEY("group_id","number"),
	CONSTRAINT "reading_group_weeks_number_check" CHECK (number between 1 and 12),
	CONSTRAINT "reading_group_weeks_kind_check" CHECK (text_kind in ('lesson', 'study'))
);
--> statement-breakpoint
CREATE TABLE "reading_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lodge_id" uuid NOT NULL,
	"keeper_id" uuid,
	"name" text NOT NULL,
	"word" text DEFAULT '' NOT NULL,
	"degree" text NOT NULL,
	"starts_on" date NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_groups_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre')),
	CONSTRAINT "reading_groups_monday_check" CHECK (extract(isodow from starts_on) = 1)
);
--> statement-breakpoint
ALTER TABLE "study_positions" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reading_group_members" ADD CONSTRAINT "reading_group_members_group_id_reading_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."reading_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_group_members" ADD CONSTRAINT "reading_group_members_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_group_weeks" ADD CONSTRAINT "reading_group_weeks_group_id_reading_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."reading_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_groups" ADD CONSTRAINT "reading_groups_lodge_id_lodges_id_fk" FOREIGN KEY ("lodge_id") REFERENCES "public"."lodges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_groups" ADD CONSTRAINT "reading_groups_keeper_id_profiles_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_group_members_user_idx" ON "reading_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reading_groups_lodge_idx" ON "reading_groups" USING btree ("lodge_id","starts_on");--> statement-breakpoint
CREATE INDEX "reading_groups_keeper_idx" ON "reading_groups" USING btree ("keeper_id");--> statement-breakpoint
CREATE INDEX "reading_groups_running_idx" ON "reading_groups" USING btree ("starts_on") WHERE closed_at is null;--> statement-breakpoint
-- who had come near the end of a study before this was written down
UPDATE "study_positions" SET "read_at" = "updated_at" WHERE "position" >= 0.85;
