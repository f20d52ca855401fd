-- Runs before the tables' migrations, so that their indexes may use it. Safe to run again.
-- unaccent and pg_trgm are trusted extensions: the owner of the database may create them.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- What searches compare: lower case without accents (src/lib/text.ts `fold`). Immutable, so that indexes can be built on it;
-- it may be declared so because the dictionary is named.
create or replace function fold_text(value text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
