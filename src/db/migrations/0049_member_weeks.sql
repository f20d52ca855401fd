CREATE TABLE "member_weeks" (
	"user_id" uuid NOT NULL,
	"monday" date NOT NULL,
	"piece_id" text NOT NULL,
	"document_at" timestamp with time zone,
	"question_at" timestamp with time zone,
	"piece_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_weeks_user_id_monday_pk" PRIMARY KEY("user_id","monday")
);
--> statement-breakpoint
ALTER TABLE "member_weeks" ADD CONSTRAINT "member_weeks_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;