DROP INDEX "mentors_active_rating_idx";--> statement-breakpoint
CREATE INDEX "mentors_active_idx" ON "mentors" USING btree ("rating","total_sessions","created_at","id") WHERE is_active;