import { readFileSync } from "node:fs";
import { eq, getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles, sessions } from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { renderExport } from "#app/features/account/export-page.ts";
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS } from "#app/features/account/profile.schema.ts";
import { assessmentAttempts } from "#app/features/assessment/assessment.table.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { reviewCards } from "#app/features/review/review.table.ts";
import { studyPositions } from "#app/features/studies/studies.table.ts";
import { projectFile } from "#app/project-files.ts";
import { noticePreferences, pushSubscriptions } from "#app/server/notify/notices.table.ts";
import type { PersonalTable } from "#app/server/personal-data.ts";
import { testApp } from "#tests/support/app.ts";
import { PERSONAL_DATA } from "./personal-data.ts";

const app = testApp();

/** Columns that look as if they held a member's id or address, and do not. */
const NOT_A_MEMBER: Record<string, string> = {
  "mentorship_sessions.proposed_by": "mentor or mentee, the side that proposes",
  "lesson_answers.option_id": "the option that was chosen",
  "push_subscriptions.told_notice": "the notice that a device was last woken for",
  "mentorship_messages.key": "made by the browser for one message",
  "lesson_answers.key": "made by the browser for one answer",
  "community_posts.quoted_post_id": "the post whose words it quotes",
  "reading_group_weeks.topic_id": "the topic of a week, once it is begun",
  "sessions.ip_address": "goes with the session",
};

const listed = new Map<string, PersonalTable>(
  PERSONAL_DATA.flatMap((entry) => entry.holds.map((column) => [`${getTableName(entry.table)}.${column.name}`, entry] as const)),
);

const query = <Row>(text: string): Promise<Row[]> => app.asOwner(text);

describe("the register of personal data", () => {
  test("names every foreign key to a member, and says what the database does on deletion", async () => {
    const keys = await query<{ place: string; action: string }>(`
      select c.conrelid::regclass || '.' || a.attname as place, c.confdeltype as action
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'profiles'::regclass`);
    expect(keys.length).toBeGreaterThan(10);
    const ACTION: Record<string, string[]> = { c: ["cascade", "erase"], n: ["set null"] };
    const wrong = keys.filter(({ place, action }) => !ACTION[action]?.includes(listed.get(place)?.deleted.by ?? ""));
    expect(wrong, "missing in the feature's <noun>.personal.ts, or declared otherwise than the foreign key").toEqual([]);
  });

  test("names every other column that holds a member's id or address", async () => {
    const columns = await query<{ place: string }>(`
      select table_name || '.' || column_name as place
      from information_schema.columns col
      where table_schema = 'public' and table_name not in ('__drizzle_migrations')
        and (column_name ~ '(email|recipient|address|_by)$' or column_name ~ '(user|member|profile|author|actor|owner|sender|reporter|mentor|mentee|subscriber|editor|holder)_id$'
          or (data_type = 'uuid' and column_name <> 'id'))
        and not exists (
          select from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
          where c.contype = 'f' and c.confrelid <> 'profiles'::regclass and c.conrelid = format('%I', table_name)::regclass and a.attname = column_name)`);
    const unknown = columns.map(({ place }) => place).filter((place) => !listed.has(place) && !(place in NOT_A_MEMBER));
    expect(unknown, "list them in the feature's <noun>.personal.ts").toEqual([]);
  });

  test("lists nothing that is not there", async () => {
    const columns = await query<{ place: string }>(
      "select table_name || '.' || column_name as place from information_schema.columns where table_schema = 'public'",
    );
    const places = new Set(columns.map(({ place }) => place));
    expect([...listed.keys(), ...Object.keys(NOT_A_MEMBER)].filter((place) => !places.has(place))).toEqual([]);
  });

  /** Tables that lead to a member by their own columns or by foreign keys, and every column of theirs that nothing accounts for. */
  async function unaccounted(): Promise<string[]> {
    const keys = await query<{ source: string; target: string }>(
      "select conrelid::regclass::text as source, confrelid::regclass::text as target from pg_constraint where contype = 'f'",
    );
    const tied = new Set(PERSONAL_DATA.map(({ table }) => getTableName(table)));
    for (let size = 0; size < tied.size; ) {
      size = tied.size;
      for (const { source, target } of keys) if (tied.has(target)) tied.add(source);
    }
    const columns = await query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
    );
    return columns.flatMap(({ table, column }) => {
      if (!tied.has(table) || column === "id") return []; // a row's own number says nothing of the member
      const entries = PERSONAL_DATA.filter((entry) => getTableName(entry.table) === table);
      const whole = entries.length > 0 && entries.every(({ exported }) => "not" in exported);
      const named = entries.flatMap(({ holds, exported, leftOut = [] }) => [
        ...holds,
        ...("columns" in exported ? exported.columns : []),
        ...leftOut.map(([left]) => left),
      ]);
      return whole || named.some(({ name }) => name === column) ? [] : [`${table}.${column}`];
    });
  }

  test("accounts for every column of every table that leads to a member: exported, or left out with a reason", async () => {
    expect(await unaccounted(), "export it, or say in leftOut why not, in the feature's <noun>.personal.ts").toEqual([]);
  });

  test("notices a new field of the profile, and a new table behind a table of the member's", async () => {
    await query("alter table profiles add column birthday date");
    await query("create table session_notes (session_id uuid references mentorship_sessions (id), note text)");
    try {
      expect((await unaccounted()).sort()).toEqual(["profiles.birthday", "session_notes.note", "session_notes.session_id"]);
    } finally {
      await query("alter table profiles drop column birthday");
      await query("drop table session_notes");
    }
  });

  test("the privacy notice names every field of the profile that the export has", async () => {
    /** By column: the words of the notice that name it. */
    const NOTICE: Record<string, string> = {
      id: "Conta",
      email: "e-mail",
      email_verified: "e-mail",
      awaits_confirmation: "se o e-mail foi confirmado",
      suspended_at: "suspensão",
      suspension_reason: "suspensão",
      awaits_admission: "se a admissão espera",
      lodge: "Loja",
      lodge_id: "a Loja da lista",
      lodge_confirmed_at: "quando foi confirmada",
      degree: "o grau registrado",
      level: "resultado da avaliação de nível",
      reading: "ajustes de leitura",
      calendar_feed: "endereço particular da agenda",
      created_at: "data de criação da conta",
      updated_at: "com suas datas",
      last_access_at: "o último acesso",
      previous_access_at: "o último acesso",
      ...Object.fromEntries(PROFILE_FIELD_NAMES.map((field) => [profiles[field].name, PROFILE_FIELDS[field].noun])),
    };
    const columns = await query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'profiles'",
    );
    const text = readFileSync(projectFile("content/privacidade.md"), "utf8");
    const kept = text.slice(text.indexOf("## Que dados guardamos"), text.indexOf("## Para que os usamos"));
    const unsaid = columns
      .map(({ name }) => name)
      .filter((name) => !NOTICE[name] || !kept.toLowerCase().includes(NOTICE[name].toLowerCase()));
    expect(unsaid, "say it under “Que dados guardamos” in content/privacidade.md, and its words here").toEqual([]);
  });

  const sections = PERSONAL_DATA.flatMap(({ exported }) => ("key" in exported ? [exported] : []));

  test("says in Portuguese every value that the database lists for an exported column", async () => {
    const checks = await query<{ table: string; definition: string }>(
      "select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'",
    );
    const listed = checks.flatMap(({ table, definition }) => {
      const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(definition) ?? [];
      return column && values
        ? [{ place: `${table}.${column}`, values: [...values.matchAll(/'([^']+)'/g)].map(([, value]) => value!) }]
        : [];
    });
    expect(listed.length).toBeGreaterThan(8);
    const silent = listed.flatMap(({ place, values }) =>
      sections.flatMap(({ words, fieldColumns }) =>
        Object.entries(fieldColumns).flatMap(([field, column]) => {
          if (`${getTableName(column.table)}.${column.name}` !== place) return [];
          const said = words[field];
          return values.filter((value) => typeof said !== "object" || !said?.[value]).map((value) => `${place}: ${value}`);
        }),
      ),
    );
    expect(silent, "give them words in the feature's <noun>.personal.ts").toEqual([]);
  });

  test("shows no state, id or moment as a program keeps it, and names every part in Portuguese", () => {
    const id = crypto.randomUUID();
    for (const section of sections) {
      expect(section.title, section.key).toMatch(/^[A-ZÀ-Ú]/);
      for (const [field, label] of Object.entries(section.labels))
        expect(label, `${section.key}.${field}`).toMatch(/^[A-ZÀ-Ú][^_]*$/);
      for (const [field, words] of Object.entries(section.words)) {
        for (const value of typeof words === "object" && words ? Object.keys(words) : []) {
          const page = renderExport(
            { format: "", version: 1, exportedAt: new Date().toISOString(), data: { [section.key]: [{ [field]: value }] } },
            [section],
          );
          expect(page, `${section.key}.${field}`).not.toContain(`<dd>${value}</dd>`);
        }
        if (words === null) {
          const page = renderExport(
            { format: "", version: 1, exportedAt: new Date().toISOString(), data: { [section.key]: [{ [field]: id }] } },
            [section],
          );
          expect(page, `${section.key}.${field}`).not.toContain(id);
        }
      }
    }
  });

  test("says a member's record as people write it", async () => {
    const member = await app.member();
    const { db } = app.services;
    await db.insert(reviewCards).values({ userId: member.id, kind: "term", subject: "acacia", source: "lesson:m01-l01" });
    await db.insert(studyPositions).values({ userId: member.id, studyId: "salario-adiado", position: 0.37 });
    await db.insert(assessmentAttempts).values({
      userId: member.id,
      answers: { q1: "b", q2: "d", q3: "b", q4: "c", q5: "c" },
      rightCount: 5,
      level: "mestre",
    });
    await db
      .insert(degreeRequests)
      .values({ userId: member.id, degree: "mestre", lodge: "Luz do Vale", receivedOn: "2025-03-05" });
    await db.insert(notes).values(
      (["aprendiz", "mestre"] as const).map((degree) => ({
        id: crypto.randomUUID(),
        userId: member.id,
        kind: "lesson" as const,
        textId: degree === "aprendiz" ? "m01-l01" : "m10-l01",
        title: degree === "aprendiz" ? "O que é a Maçonaria" : "Uma lição de Mestre",
        degree,
        colour: "gold" as const,
        quote: "homens livres",
        prefix: "",
        suffix: "",
        position: 0,
        body: "Perguntar na Loja",
      })),
    );
    await db.insert(noticePreferences).values({ userId: member.id, quietFrom: 1320, quietTo: 390, timeZone: "America/Manaus" });
    const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, member.id));
    const endpoint = "https://push.example/send/fQ3xZ9kLm2NqVb7TtR5yHd";
    await db.insert(pushSubscriptions).values({ userId: member.id, sessionId: session!.id, endpoint });
    await db.transaction(async (tx) => {
      const told = { at: "2026-03-05T22:00:00.000Z", device: "Chrome no Android" };
      await app.services.notify(tx, "new-browser", { memberId: member.id }, told);
    });
    const page = String((await member.get("/api/account/export/page")).body);
    const added = ["O que é a Maçonaria", "22:00", "06:30", "Manaus e Cuiabá", "push.example", "Chrome no Android"];
    for (const words of [
      ...added,
      "Acácia",
      "Uma lição",
      "37%",
      "5 de março de 2025",
      "Mestre",
      "Termo do dicionário",
      "Em análise",
    ])
      expect(page).toContain(words);
    const said = [...page.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, text]) => text!);
    expect(said.length).toBeGreaterThan(20);
    expect(page).not.toContain("Uma lição de Mestre"); // what is above their degree has no name for them
    for (const text of said.filter((each) => !each.includes("@"))) {
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      expect(text).not.toMatch(/\d{4}-\d\d-\d\d/);
      expect(text).not.toMatch(/^[a-z]+\d|^\w+: |:\/\/|\w_\w/);
      expect(text).not.toMatch(/^(?:pending|mestre|aprendiz|term|lesson|sign-up|password|true|false|null|user|new)$/);
    }
  });

  test("gives each section of the export its own name", () => {
    const keys = PERSONAL_DATA.flatMap(({ exported }) => ("key" in exported ? [exported.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
