ALTER TABLE "mentorship_messages" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "mentorship_messages" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "mentorship_messages" ADD CONSTRAINT "mentorship_messages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mentorship_messages_file_idx" ON "mentorship_messages" USING btree ("file_id") WHERE "mentorship_messages"."file_id" is not null;