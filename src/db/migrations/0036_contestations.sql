CREATE TABLE "contestations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"audit_id" bigint,
	"about" text NOT NULL,
	"words" text NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contestations_about_check" CHECK (about in ('look', 'facts', 'other')),
	CONSTRAINT "contestations_answer_check" CHECK ((answer is null) = (answered_at is null))
);
--> statement-breakpoint
ALTER TABLE "contestations" ADD CONSTRAINT "contestations_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contestations" ADD CONSTRAINT "contestations_answered_by_profiles_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contestations_user_idx" ON "contestations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "contestations_open_idx" ON "contestations" USING btree ("created_at") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "contestations_answered_by_idx" ON "contestations" USING btree ("answered_by");