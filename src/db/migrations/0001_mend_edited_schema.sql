-- 0000 was edited after it had been published, so a database that was made earlier lacks one index and has one too many.
CREATE INDEX IF NOT EXISTS "verifications_value_idx" ON "verifications" USING btree ("value");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "profiles_newest_idx" ON "profiles" USING btree ("created_at","id");--> statement-breakpoint
DROP INDEX IF EXISTS "profiles_created_at_idx";--> statement-breakpoint

-- What Drizzle cannot say. Until now a file that ran at every start made these, so a database that exists has them already.

-- The audit log is append-only for everybody, the application's own user included.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ begin raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'insufficient_privilege'; end $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Members as the admin panel searches and sorts them: by any part of name, e-mail or lodge, without regard to accents; by name in
-- the language's order; of one degree. Newest first has the table's own index, read backwards.
CREATE INDEX IF NOT EXISTS profiles_search_idx ON profiles
  USING gin (fold_text(full_name || ' ' || email || ' ' || coalesce(lodge, '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS profiles_name_idx ON profiles (full_name COLLATE "und-x-icu", id);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS profiles_degree_idx ON profiles (degree, created_at, id);
