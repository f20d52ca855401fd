ALTER TABLE "library_items" ADD COLUMN "other_titles" text;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "where_to_find" text;