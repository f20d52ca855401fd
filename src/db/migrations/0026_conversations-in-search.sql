DROP INDEX "search_documents_words_idx";--> statement-breakpoint
DROP INDEX "search_documents_folded_idx";--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "posted_at" timestamp with time zone;--> statement-breakpoint
-- Where a post belongs is looked up when it is found, as boards are renamed and topics move.
UPDATE "search_documents" d SET "posted_at" = p."created_at", "context" = '' FROM "community_posts" p WHERE d."kind" = 'topic' AND d."id" = p."id"::text;--> statement-breakpoint
CREATE INDEX "search_documents_texts_idx" ON "search_documents" USING gin ("words") WITH (fastupdate=false) WHERE kind <> 'topic';--> statement-breakpoint
CREATE INDEX "search_documents_posts_idx" ON "search_documents" USING gin ("words") WITH (fastupdate=false) WHERE kind = 'topic';--> statement-breakpoint
CREATE INDEX "search_documents_posted_idx" ON "search_documents" USING btree ("posted_at" DESC NULLS LAST) WHERE kind = 'topic';--> statement-breakpoint
CREATE INDEX "search_documents_named_idx" ON "search_documents" USING gin ("folded" gin_trgm_ops) WITH (fastupdate=false) WHERE kind <> 'topic' or path not like '%#p%';--> statement-breakpoint
-- What has a name, as the title of a reply is its first words. Of conversations with a common word there may be many thousands, and comparing
-- one takes some thirty microseconds.
CREATE OR REPLACE FUNCTION search_documents_named_like(typed text) RETURNS SETOF search_documents
  LANGUAGE sql STABLE PARALLEL SAFE
  SET pg_trgm.word_similarity_threshold = 0.45
  AS $$
    (SELECT * FROM search_documents WHERE folded %> typed AND kind <> 'topic')
    UNION ALL
    (SELECT * FROM search_documents WHERE folded %> typed AND kind = 'topic' AND path NOT LIKE '%#p%' LIMIT 200)
  $$;
