-- Runs at every start, after the tables' migrations: what Drizzle cannot say. What is there already is left alone and locks no
-- table, so that a node may start while others work.

-- The audit log is append-only for everybody, the application's own user included.
create or replace function refuse_change() returns trigger
  language plpgsql
  as $$ begin raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'insufficient_privilege'; end $$;

do $$ begin
  if not exists (select from pg_trigger where tgname = 'audit_log_append_only') then
    create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
  end if;
  if not exists (select from pg_trigger where tgname = 'audit_log_no_truncate') then
    create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
  end if;
end $$;

-- Members as the admin panel searches and sorts them: by any part of name, e-mail or lodge, without regard to accents; by name in
-- the language's order; of one degree. Newest first has the table's own index, read backwards.
do $$ begin
  if to_regclass('profiles_search_idx') is null then
    create index profiles_search_idx on profiles
      using gin (fold_text(full_name || ' ' || email || ' ' || coalesce(lodge, '')) gin_trgm_ops);
  end if;
  if to_regclass('profiles_name_idx') is null then
    create index profiles_name_idx on profiles (full_name collate "und-x-icu", id);
  end if;
  if to_regclass('profiles_degree_idx') is null then
    create index profiles_degree_idx on profiles (degree, created_at, id);
  end if;
end $$;
