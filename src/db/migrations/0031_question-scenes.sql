ALTER TABLE "questions" ADD COLUMN "scene" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "passage" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "cluster" text;