import type pg from "pg";

/** One line for each thing in the schema `public`, from PostgreSQL's catalogue and in its words; extensions' own things left out. */
const SCHEMA = `
  with ours as (select c.oid, c.relname, c.relkind from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
  select 'extension ' || extname as line from pg_extension
  union all select format('relation %s %s', relkind, relname) from ours where relkind <> 'i'
  union all
    select format('column %s.%s %s%s%s%s default %s', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' end, nullif(' identity ' || attidentity::text, ' identity '),
        nullif(' generated ' || attgenerated::text, ' generated '), coalesce(pg_get_expr(adbin, adrelid), 'none'))
      || (select format(' collate %s', collname) from pg_collation where pg_collation.oid = attcollation and collname <> 'default')
    from ours join pg_attribute a on attrelid = ours.oid left join pg_attrdef on adrelid = ours.oid and adnum = attnum
    where relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
  union all
    select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(c.oid))
    from pg_constraint c join ours on conrelid = ours.oid
  union all
    select 'index ' || pg_get_indexdef(oid) || case when indisvalid then '' else ' invalid' end
    from ours join pg_index on indexrelid = oid where relkind = 'i'
  union all
    select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join ours on tgrelid = ours.oid where not tgisinternal
  union all
    select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
    select format('type %s %s', typname, (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
  union all
    select format('sequence %s %s %s %s', relname, format_type(seqtypid, null), seqstart, seqincrement)
    from pg_sequence join ours on oid = seqrelid`;

/**
 * The whole schema of a database, so that two can be compared. Parentheses of checks are left out: PostgreSQL writes them otherwise
 * once a dump has been read back.
 */
export async function readSchema(client: pg.Client): Promise<string[]> {
  await client.query("set search_path to public, pg_catalog");
  const { rows } = await client.query<{ line: string }>(SCHEMA);
  return rows.map(({ line }) => (/^constraint \S+ CHECK /.test(line) ? line.replaceAll(/[()]/g, "") : line)).sort();
}
