CREATE TABLE "study_positions" (
	"user_id" uuid NOT NULL,
	"study_id" text NOT NULL,
	"position" real NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_positions_user_id_study_id_pk" PRIMARY KEY("user_id","study_id"),
	CONSTRAINT "study_positions_range" CHECK ("study_positions"."position" between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "study_positions" ADD CONSTRAINT "study_positions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;