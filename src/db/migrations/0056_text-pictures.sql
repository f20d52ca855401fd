CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"degree" text NOT NULL,
	"uploaded_by" uuid,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_file" UNIQUE("file_id"),
	CONSTRAINT "pictures_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre'))
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_uploaded_by_profiles_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_uploaded_by_idx" ON "pictures" USING btree ("uploaded_by");