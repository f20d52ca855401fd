CREATE TABLE "address_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"former_email" text NOT NULL,
	"token_hash" text NOT NULL,
	"undo_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_changes_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "address_confirmations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_confirmations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "awaits_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_confirmations" ADD CONSTRAINT "address_confirmations_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_changes_user_id_idx" ON "address_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "address_changes_former_email_idx" ON "address_changes" USING btree ("former_email");--> statement-breakpoint
CREATE INDEX "address_changes_undo_until_idx" ON "address_changes" USING btree ("undo_until");--> statement-breakpoint
CREATE INDEX "address_confirmations_user_id_idx" ON "address_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "address_confirmations_expires_at_idx" ON "address_confirmations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_address_check" CHECK (not (email_verified and awaits_confirmation));--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_suspension_check" CHECK ((suspended_at is null) = (suspension_reason is null));