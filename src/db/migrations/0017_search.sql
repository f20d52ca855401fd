-- Portuguese as it is searched: without accents, then by its stems. The owner of the schema may make it.
CREATE TEXT SEARCH CONFIGURATION public.portuguese_plain (COPY = pg_catalog.portuguese);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION public.portuguese_plain ALTER MAPPING FOR hword, hword_part, word WITH public.unaccent, pg_catalog.portuguese_stem;--> statement-breakpoint
CREATE TABLE "search_documents" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"degree" text,
	"module_id" integer,
	"owner_id" uuid,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"context" text NOT NULL,
	"names" text NOT NULL,
	"body" text NOT NULL,
	"source_hash" text NOT NULL,
	"folded" text GENERATED ALWAYS AS (fold_text(title || '|' || names)) STORED NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.portuguese_plain', title), 'A') || setweight(to_tsvector('public.portuguese_plain', names), 'B') || setweight(to_tsvector('public.portuguese_plain', context || ' ' || body), 'D')) STORED NOT NULL,
	CONSTRAINT "search_documents_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_owner_id_profiles_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_words_idx" ON "search_documents" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_documents_folded_idx" ON "search_documents" USING gin ("folded" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_documents_owner_idx" ON "search_documents" USING btree ("owner_id");--> statement-breakpoint
-- What is called nearly so. PostgreSQL's own threshold, 0.6, misses one wrong letter in a short word ("simbulo"). The extension has to be
-- loaded before a function may carry its setting.
SELECT public.similarity('', '');--> statement-breakpoint
CREATE FUNCTION search_documents_named_like(typed text) RETURNS SETOF search_documents
  LANGUAGE sql STABLE PARALLEL SAFE
  SET pg_trgm.word_similarity_threshold = 0.45
  AS $$ SELECT * FROM search_documents WHERE folded %> typed $$;
