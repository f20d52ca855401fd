CREATE TABLE "study_readings" (
	"user_id" uuid NOT NULL,
	"study_id" text NOT NULL,
	"read_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_readings_user_id_study_id_read_on_pk" PRIMARY KEY("user_id","study_id","read_on")
);
--> statement-breakpoint
ALTER TABLE "study_readings" ADD CONSTRAINT "study_readings_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;