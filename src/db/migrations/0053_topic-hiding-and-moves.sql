ALTER TABLE "community_topics" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "community_topics" ADD COLUMN "moved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "community_topics" ADD COLUMN "moved_by" uuid;--> statement-breakpoint
ALTER TABLE "community_topics" ADD COLUMN "written_for" text;--> statement-breakpoint
ALTER TABLE "community_topics" ADD CONSTRAINT "community_topics_moved_by_profiles_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "community_topics_moved_by_idx" ON "community_topics" USING btree ("moved_by") WHERE moved_by is not null;--> statement-breakpoint
UPDATE "community_topics" t SET "hidden_reason" = (
  SELECT a.details ->> 'reason' FROM audit_log a
  WHERE a.action = 'community.topic-hide' AND a.target_id = t.id::text AND a.member_id = t.author_id::text ORDER BY a.id DESC LIMIT 1)
WHERE t.hidden_at IS NOT NULL AND t.author_id IS NOT NULL;
