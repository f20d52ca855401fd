CREATE TABLE "mentor_held_hours" (
	"mentor_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"member_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mentor_held_hours_mentor_id_starts_at_pk" PRIMARY KEY("mentor_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "mentee_notes" (
	"mentor_id" uuid NOT NULL,
	"mentee_id" uuid NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mentee_notes_mentor_id_mentee_id_pk" PRIMARY KEY("mentor_id","mentee_id")
);
--> statement-breakpoint
CREATE TABLE "mentor_blocks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mentor_id" uuid NOT NULL,
	"from" date NOT NULL,
	"until" date NOT NULL,
	"word" text DEFAULT '' NOT NULL,
	CONSTRAINT "mentor_blocks_range" CHECK ("mentor_blocks"."from" <= "mentor_blocks"."until")
);
--> statement-breakpoint
CREATE TABLE "mentor_hours" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mentor_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"starts_at" smallint NOT NULL,
	"ends_at" smallint NOT NULL,
	CONSTRAINT "mentor_hours_weekday_range" CHECK ("mentor_hours"."weekday" between 0 and 6),
	CONSTRAINT "mentor_hours_range" CHECK ("mentor_hours"."starts_at" >= 0 and "mentor_hours"."starts_at" < "mentor_hours"."ends_at" and "mentor_hours"."ends_at" <= 1440)
);
--> statement-breakpoint
ALTER TABLE "mentorship_session_events" DROP CONSTRAINT "mentorship_session_events_side_check";--> statement-breakpoint
ALTER TABLE "mentorship_session_events" DROP CONSTRAINT "mentorship_session_events_move_check";--> statement-breakpoint
ALTER TABLE "mentors" ADD COLUMN "time_zone" text DEFAULT 'America/Sao_Paulo' NOT NULL;--> statement-breakpoint
ALTER TABLE "mentors" ADD COLUMN "notice_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentors" ADD COLUMN "gap_minutes" smallint DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentors" ADD COLUMN "paused_until" date;--> statement-breakpoint
ALTER TABLE "mentors" ADD COLUMN "unanswered_in_row" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentorship_session_events" ADD COLUMN "date" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "proposed_date" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "proposed_minutes" integer;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "proposed_place" text;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "proposed_by" text;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "proposals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "absence" text;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "objected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "next_step" text;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "date_reminders" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD COLUMN "outcome_asked" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentor_held_hours" ADD CONSTRAINT "mentor_held_hours_mentor_id_profiles_id_fk" FOREIGN KEY ("mentor_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentor_held_hours" ADD CONSTRAINT "mentor_held_hours_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentee_notes" ADD CONSTRAINT "mentee_notes_mentor_id_profiles_id_fk" FOREIGN KEY ("mentor_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentee_notes" ADD CONSTRAINT "mentee_notes_mentee_id_profiles_id_fk" FOREIGN KEY ("mentee_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentor_blocks" ADD CONSTRAINT "mentor_blocks_mentor_id_profiles_id_fk" FOREIGN KEY ("mentor_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentor_hours" ADD CONSTRAINT "mentor_hours_mentor_id_profiles_id_fk" FOREIGN KEY ("mentor_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mentor_held_hours_member_idx" ON "mentor_held_hours" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "mentor_held_hours_expires_idx" ON "mentor_held_hours" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mentee_notes_mentee_idx" ON "mentee_notes" USING btree ("mentee_id");--> statement-breakpoint
CREATE INDEX "mentor_blocks_mentor_idx" ON "mentor_blocks" USING btree ("mentor_id","from");--> statement-breakpoint
CREATE INDEX "mentor_hours_mentor_idx" ON "mentor_hours" USING btree ("mentor_id");--> statement-breakpoint
CREATE INDEX "mentorship_sessions_date_idx" ON "mentorship_sessions" USING btree ("scheduled_date") WHERE status = 'accepted';--> statement-breakpoint
ALTER TABLE "mentors" ADD CONSTRAINT "mentors_notice_range" CHECK ("mentors"."notice_hours" between 0 and 336);--> statement-breakpoint
ALTER TABLE "mentors" ADD CONSTRAINT "mentors_gap_range" CHECK ("mentors"."gap_minutes" between 0 and 240);--> statement-breakpoint
ALTER TABLE "mentorship_session_events" ADD CONSTRAINT "mentorship_session_events_side_check" CHECK (side in ('mentor', 'mentee', 'system'));--> statement-breakpoint
ALTER TABLE "mentorship_session_events" ADD CONSTRAINT "mentorship_session_events_move_check" CHECK (move in ('request', 'accept', 'decline', 'withdraw', 'propose', 'agree', 'keep', 'cancel', 'complete', 'miss', 'object', 'rate', 'expire', 'close'));--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD CONSTRAINT "mentorship_sessions_proposal_whole" CHECK (num_nonnulls("mentorship_sessions"."proposed_date", "mentorship_sessions"."proposed_minutes", "mentorship_sessions"."proposed_place", "mentorship_sessions"."proposed_by") in (0, 4));--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD CONSTRAINT "mentorship_sessions_proposed_by_check" CHECK (proposed_by in ('mentor', 'mentee'));--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD CONSTRAINT "mentorship_sessions_absence_check" CHECK (absence in ('mentee', 'mentor', 'call'));--> statement-breakpoint
UPDATE "mentorship_sessions" SET "ended_at" = "updated_at" WHERE "status" in ('completed', 'cancelled');--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;--> statement-breakpoint
CREATE FUNCTION mentorship_range(starts_at timestamptz, minutes integer) RETURNS tstzrange
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT tstzrange(starts_at, starts_at + make_interval(mins => minutes)) $$;--> statement-breakpoint
-- Of accepted sessions that overlap an earlier accepted one of the same mentor or mentee, the later ones end, and their history says why.
WITH ended AS (
  UPDATE "mentorship_sessions" s SET "status" = 'cancelled', "ended_at" = now(), "updated_at" = now()
  WHERE s."status" = 'accepted' AND EXISTS (
    SELECT FROM "mentorship_sessions" o
    WHERE o."status" = 'accepted' AND (coalesce(o."answered_at", o."created_at"), o."id") < (coalesce(s."answered_at", s."created_at"), s."id")
      AND (o."mentor_id" = s."mentor_id" OR o."mentee_id" = s."mentee_id")
      AND mentorship_range(o."scheduled_date", o."duration_minutes") && mentorship_range(s."scheduled_date", s."duration_minutes"))
  RETURNING s."id"
)
INSERT INTO "mentorship_session_events" ("session_id", "side", "move", "from_status", "to_status", "reason")
  SELECT "id", 'system', 'close', 'accepted', 'cancelled', 'A hora coincidia com a de outra sessão marcada.' FROM ended;--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD CONSTRAINT "mentorship_sessions_mentor_hours" EXCLUDE USING gist
  ("mentor_id" WITH =, mentorship_range("scheduled_date", "duration_minutes") WITH &&) WHERE ("status" = 'accepted');--> statement-breakpoint
ALTER TABLE "mentorship_sessions" ADD CONSTRAINT "mentorship_sessions_mentee_hours" EXCLUDE USING gist
  ("mentee_id" WITH =, mentorship_range("scheduled_date", "duration_minutes") WITH &&) WHERE ("status" = 'accepted');
