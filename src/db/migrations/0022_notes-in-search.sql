ALTER TABLE "search_documents" ADD COLUMN "head" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.portuguese_plain', title), 'A') || setweight(to_tsvector('public.portuguese_plain', names), 'B')) STORED NOT NULL;--> statement-breakpoint
-- The notes that there are. As in src/features/notes/notes.service.ts.
INSERT INTO "search_documents" ("kind", "id", "owner_id", "path", "title", "context", "names", "body", "source_hash")
SELECT 'note', n."id", n."user_id", '/anotacoes#nota-' || n."id",
  CASE WHEN length(n.words) > 80 THEN left(n.words, 80) || '…' ELSE n.words END,
  CASE n."kind" WHEN 'lesson' THEN 'Em uma lição' WHEN 'study' THEN 'Em um estudo' WHEN 'document' THEN 'Em um documento'
    ELSE 'Em um artigo da biblioteca' END,
  '', n.words, ''
FROM (SELECT *, btrim(regexp_replace("body", '\s+', ' ', 'g')) AS words FROM "notes") n
WHERE n.words <> ''
ON CONFLICT DO NOTHING;
