DROP INDEX "profiles_lodge_idx";--> statement-breakpoint
DROP INDEX "profiles_unconfirmed_idx";--> statement-breakpoint
DROP INDEX "profiles_waiting_idx";--> statement-breakpoint
DROP INDEX "profiles_suspended_idx";--> statement-breakpoint
CREATE INDEX "profiles_lodge_name_idx" ON "profiles" USING btree ("lodge_id",full_name collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "profiles_unconfirmed_name_idx" ON "profiles" USING btree (full_name collate "und-x-icu","id") WHERE awaits_confirmation;--> statement-breakpoint
CREATE INDEX "profiles_waiting_name_idx" ON "profiles" USING btree (full_name collate "und-x-icu","id") WHERE awaits_admission;--> statement-breakpoint
CREATE INDEX "profiles_suspended_name_idx" ON "profiles" USING btree (full_name collate "und-x-icu","id") WHERE suspended_at is not null;