CREATE TABLE "invitation_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invited_by" uuid,
	"total" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "invitations" ALTER COLUMN "sent_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "invitations" ALTER COLUMN "sent_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "invitation_batches" ADD CONSTRAINT "invitation_batches_invited_by_profiles_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_batches_newest_idx" ON "invitation_batches" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "invitation_batches_invited_by_idx" ON "invitation_batches" USING btree ("invited_by");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_batch_id_invitation_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."invitation_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profiles_last_access_idx" ON "profiles" USING btree ("last_access_at");--> statement-breakpoint
CREATE INDEX "profiles_unconfirmed_idx" ON "profiles" USING btree ("created_at","id") WHERE awaits_confirmation;--> statement-breakpoint
CREATE INDEX "profiles_waiting_idx" ON "profiles" USING btree ("created_at","id") WHERE awaits_admission;--> statement-breakpoint
CREATE INDEX "profiles_suspended_idx" ON "profiles" USING btree ("created_at","id") WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX "invitations_open_idx" ON "invitations" USING btree ("created_at","id") WHERE accepted_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "invitations_accepted_idx" ON "invitations" USING btree ("created_at","id") WHERE accepted_at is not null;--> statement-breakpoint
CREATE INDEX "invitations_withdrawn_idx" ON "invitations" USING btree ("created_at","id") WHERE withdrawn_at is not null;--> statement-breakpoint
CREATE INDEX "invitations_batch_idx" ON "invitations" USING btree ("batch_id","sent_at");