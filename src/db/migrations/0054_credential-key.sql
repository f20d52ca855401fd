CREATE TABLE "credential_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "credential_keys_one" CHECK ("credential_keys"."id" = 1)
);
