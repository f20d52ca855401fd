ALTER TABLE "mentorship_messages" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mentorship_messages" ADD COLUMN "deleted_at" timestamp with time zone;