CREATE TABLE "edited_texts" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"degree" text NOT NULL,
	"body" jsonb,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "edited_texts_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "edited_texts_degree_check" CHECK (degree in ('aprendiz', 'companheiro', 'mestre'))
);
--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_kind_check";--> statement-breakpoint
ALTER TABLE "text_versions" DROP CONSTRAINT "text_versions_kind_check";