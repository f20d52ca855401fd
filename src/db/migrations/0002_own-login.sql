CREATE TABLE "passwords" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_links" ADD CONSTRAINT "recovery_links_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_links_user_id_idx" ON "recovery_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_links_expires_at_idx" ON "recovery_links" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_proof_check" CHECK (proof in ('password', 'recovery', 'sign-up'));--> statement-breakpoint
-- What is kept: open sessions under the hash of their token, passwords as they were hashed, and recovery links that are on their way.
UPDATE "sessions" SET "token_hash" = encode(sha256(convert_to("token", 'UTF8')), 'hex'), "proof" = 'password', "proven_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "token_hash" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "proof" SET NOT NULL;--> statement-breakpoint
INSERT INTO "passwords" ("user_id", "hash", "created_at", "updated_at")
  SELECT DISTINCT ON ("user_id") "user_id", "password", "created_at", "updated_at" FROM "accounts"
  WHERE "provider_id" = 'credential' AND "password" IS NOT NULL ORDER BY "user_id", "updated_at" DESC;--> statement-breakpoint
-- A link was kept as "reset-password:" and the base64url of its token's hash.
INSERT INTO "recovery_links" ("token_hash", "user_id", "expires_at", "created_at")
  SELECT encode(decode(translate(substr("identifier", 16), '-_', '+/') || '=', 'base64'), 'hex'), p."id", v."expires_at", v."created_at"
  FROM "verifications" v JOIN "profiles" p ON p."id"::text = v."value"
  WHERE v."expires_at" > now() AND "identifier" ~ '^reset-password:[A-Za-z0-9_-]{43}$' ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "accounts" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "verifications" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "accounts" CASCADE;--> statement-breakpoint
DROP TABLE "verifications" CASCADE;--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_token_unique";--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "image";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "token";