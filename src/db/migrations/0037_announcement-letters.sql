CREATE TABLE "announcement_letters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"announcement_id" uuid NOT NULL,
	"member_id" uuid,
	"subscriber_id" uuid,
	"mail_id" uuid,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	CONSTRAINT "announcement_letters_member_key" UNIQUE("announcement_id","member_id"),
	CONSTRAINT "announcement_letters_subscriber_key" UNIQUE("announcement_id","subscriber_id"),
	CONSTRAINT "announcement_letters_outcome_check" CHECK (outcome in ('waiting', 'written', 'delivered', 'returned', 'unwanted', 'left'))
);
--> statement-breakpoint
ALTER TABLE "announcements" DROP CONSTRAINT "announcements_degree_check";--> statement-breakpoint
DROP INDEX "announcements_list_idx";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "audience" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "lodge_id" uuid;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "as_notice" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "as_letter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "state" text DEFAULT 'scheduled' NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "starts_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
UPDATE "announcements" SET "audience" = CASE WHEN "degree" IS NULL THEN 'everyone' ELSE 'degree' END, "state" = 'done', "starts_at" = "created_at", "finished_at" = "created_at";--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcement_letters" ADD CONSTRAINT "announcement_letters_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_letters" ADD CONSTRAINT "announcement_letters_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_letters" ADD CONSTRAINT "announcement_letters_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_letters" ADD CONSTRAINT "announcement_letters_mail_id_outbox_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."outbox_mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_letters_outcome_idx" ON "announcement_letters" USING btree ("announcement_id","outcome");--> statement-breakpoint
CREATE INDEX "announcement_letters_waiting_idx" ON "announcement_letters" USING btree ("announcement_id","id") WHERE outcome = 'waiting';--> statement-breakpoint
CREATE INDEX "announcement_letters_written_idx" ON "announcement_letters" USING btree ("mail_id") WHERE outcome = 'written';--> statement-breakpoint
CREATE INDEX "announcement_letters_member_idx" ON "announcement_letters" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "announcement_letters_subscriber_idx" ON "announcement_letters" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "announcement_letters_mail_idx" ON "announcement_letters" USING btree ("mail_id");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_lodge_id_lodges_id_fk" FOREIGN KEY ("lodge_id") REFERENCES "public"."lodges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_lodge_idx" ON "announcements" USING btree ("lodge_id");--> statement-breakpoint
CREATE INDEX "announcements_unfinished_idx" ON "announcements" USING btree ("starts_at") WHERE state in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_mails_refused_idx" ON "outbox_mails" USING btree ("refused_at") WHERE refused_at is not null;--> statement-breakpoint
CREATE INDEX "announcements_list_idx" ON "announcements" USING btree ("starts_at","id");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_state_check" CHECK (state in ('scheduled', 'sending', 'paused', 'done'));--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_audience_check" CHECK (audience in ('everyone', 'degree', 'lodge', 'subscribers') and (audience = 'degree') = (degree is not null) and (audience = 'lodge') = (lodge_id is not null));--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre'));