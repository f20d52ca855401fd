DROP INDEX "degree_requests_user_idx";--> statement-breakpoint
DROP INDEX "announcements_list_idx";--> statement-breakpoint
DROP INDEX "assessment_attempts_user_idx";--> statement-breakpoint
DROP INDEX "lesson_progress_recent_idx";--> statement-breakpoint
DROP INDEX "exam_attempts_user_idx";--> statement-breakpoint
DROP INDEX "library_items_created_at_idx";--> statement-breakpoint
DROP INDEX "mentors_active_rating_idx";--> statement-breakpoint
DROP INDEX "mentors_created_at_idx";--> statement-breakpoint
DROP INDEX "mentorship_sessions_mentor_idx";--> statement-breakpoint
DROP INDEX "mentorship_sessions_mentee_idx";--> statement-breakpoint
DROP INDEX "mentorship_sessions_status_idx";--> statement-breakpoint
DROP INDEX "notices_list_idx";--> statement-breakpoint
CREATE INDEX "certificates_user_idx" ON "certificates" USING btree ("user_id","issued_at");--> statement-breakpoint
CREATE INDEX "certificates_issued_idx" ON "certificates" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "mentorship_sessions_newest_idx" ON "mentorship_sessions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_recipient_idx" ON "outbox_mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "degree_requests_user_idx" ON "degree_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "announcements_list_idx" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "assessment_attempts_user_idx" ON "assessment_attempts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "lesson_progress_recent_idx" ON "lesson_progress" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "exam_attempts_user_idx" ON "exam_attempts" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "library_items_created_at_idx" ON "library_items" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "mentors_active_rating_idx" ON "mentors" USING btree ("rating") WHERE is_active;--> statement-breakpoint
CREATE INDEX "mentors_created_at_idx" ON "mentors" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mentorship_sessions_mentor_idx" ON "mentorship_sessions" USING btree ("mentor_id","created_at");--> statement-breakpoint
CREATE INDEX "mentorship_sessions_mentee_idx" ON "mentorship_sessions" USING btree ("mentee_id","created_at");--> statement-breakpoint
CREATE INDEX "mentorship_sessions_status_idx" ON "mentorship_sessions" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_list_idx" ON "notices" USING btree ("user_id","created_at","id") WHERE is_latest;