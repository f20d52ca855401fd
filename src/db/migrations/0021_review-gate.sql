CREATE TABLE "review_gate" (
	"name" text PRIMARY KEY NOT NULL,
	"degree" text NOT NULL
);
