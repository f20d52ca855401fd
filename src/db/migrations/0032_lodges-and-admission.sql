CREATE TABLE "degree_attestations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"degree" text NOT NULL,
	"attested_by" uuid,
	"office" text,
	"lodge_id" uuid,
	"attested_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "degree_attestations_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre')),
	CONSTRAINT "degree_attestations_office_check" CHECK (office in ('veneravel', 'secretario', 'orador', 'instrutor'))
);
--> statement-breakpoint
CREATE TABLE "admission_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"message" text,
	"decided_by" uuid,
	"decided_as" text,
	"decided_at" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admission_requests_status_check" CHECK (status in ('pending', 'accepted', 'refused')),
	CONSTRAINT "admission_requests_office_check" CHECK (decided_as in ('veneravel', 'secretario', 'orador', 'instrutor')),
	CONSTRAINT "admission_requests_decided_check" CHECK ((status = 'pending') = (decided_at is null)),
	CONSTRAINT "admission_requests_reason_check" CHECK (status <> 'refused' or reason is not null)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"degree" text NOT NULL,
	"lodge_id" uuid,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre')),
	CONSTRAINT "invitations_accepted_check" CHECK ((accepted_at is null) = (accepted_by is null))
);
--> statement-breakpoint
CREATE TABLE "lodge_spellings" (
	"key" text PRIMARY KEY NOT NULL,
	"lodge_id" uuid NOT NULL,
	"spelling" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lodges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"number" text,
	"city" text NOT NULL,
	"state" text,
	"jurisdiction" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lodges_state_check" CHECK (state ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "lodge_officers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lodge_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"office" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"told_of_end_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lodge_officers_office_check" CHECK (office in ('veneravel', 'secretario', 'orador', 'instrutor')),
	CONSTRAINT "lodge_officers_term_check" CHECK (ends_at >= starts_at)
);
--> statement-breakpoint
CREATE TABLE "house_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "awaits_admission" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "lodge_id" uuid;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "lodge_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "degree_attestations" ADD CONSTRAINT "degree_attestations_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "degree_attestations" ADD CONSTRAINT "degree_attestations_attested_by_profiles_id_fk" FOREIGN KEY ("attested_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "degree_attestations" ADD CONSTRAINT "degree_attestations_lodge_id_lodges_id_fk" FOREIGN KEY ("lodge_id") REFERENCES "public"."lodges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_requests" ADD CONSTRAINT "admission_requests_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_requests" ADD CONSTRAINT "admission_requests_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_lodge_id_lodges_id_fk" FOREIGN KEY ("lodge_id") REFERENCES "public"."lodges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_profiles_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_profiles_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodge_spellings" ADD CONSTRAINT "lodge_spellings_lodge_id_lodges_id_fk" FOREIGN KEY ("lodge_id") REFERENCES "public"."lodges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodge_officers" ADD CONSTRAINT "lodge_officers_lodge_id_lodges_id_fk" FOREIGN KEY ("lodge_id") REFERENCES "public"."lodges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lodge_officers" ADD CONSTRAINT "lodge_officers_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "degree_attestations_user_idx" ON "degree_attestations" USING btree ("user_id","attested_at");--> statement-breakpoint
CREATE INDEX "degree_attestations_attested_by_idx" ON "degree_attestations" USING btree ("attested_by");--> statement-breakpoint
CREATE INDEX "degree_attestations_lodge_idx" ON "degree_attestations" USING btree ("lodge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "admission_requests_one_pending_idx" ON "admission_requests" USING btree ("user_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "admission_requests_user_idx" ON "admission_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "admission_requests_status_idx" ON "admission_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "admission_requests_decided_by_idx" ON "admission_requests" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open_idx" ON "invitations" USING btree ("email") WHERE accepted_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "invitations_newest_idx" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_lodge_idx" ON "invitations" USING btree ("lodge_id");--> statement-breakpoint
CREATE INDEX "invitations_invited_by_idx" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "invitations_accepted_by_idx" ON "invitations" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "invitations_expires_at_idx" ON "invitations" USING btree ("expires_at") WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX "lodge_spellings_lodge_idx" ON "lodge_spellings" USING btree ("lodge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lodges_name_idx" ON "lodges" USING btree (lower("name"),coalesce("number", ''),lower("city"),coalesce("state", ''));--> statement-breakpoint
CREATE INDEX "lodge_officers_member_idx" ON "lodge_officers" USING btree ("member_id","ends_at");--> statement-breakpoint
CREATE INDEX "lodge_officers_lodge_idx" ON "lodge_officers" USING btree ("lodge_id","ends_at");--> statement-breakpoint
CREATE INDEX "lodge_officers_ending_idx" ON "lodge_officers" USING btree ("ends_at") WHERE told_of_end_at is null;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_lodge_id_lodges_id_fk" FOREIGN KEY ("lodge_id") REFERENCES "public"."lodges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profiles_lodge_idx" ON "profiles" USING btree ("lodge_id");