ALTER TABLE "modules" ADD COLUMN "place" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "moved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "edited_at" timestamp with time zone;