import { GROWN_DOMAIN } from "#app/features/system/demo-accounts.service.ts";

/** A Lodge has so many members, of whom every tenth says no Lodge that is known. */
const LODGE_SIZE = 250;
/** A mentor has so many members around them, of whom every second has asked for a session. */
const MENTOR_SIZE = 40;
const LODGE_OF = `(n - 1) / ${LODGE_SIZE} * ${LODGE_SIZE} + 1`;

const NAMES = "(array['José','João','Antônio','Conceição','Plínio','Otávio'])[1 + n % 6]";

/**
 * What the members leave behind: rows of a table, of members by their number `n` and `id`; `heavy` members have more. Each table comes after those that
 * its rows refer to. Of 100,000 members: 400 Lodges, two million lessons, 50,000 mentorship sessions with 500,000 messages, 20,000 topics with 500,000
 * posts, a million notices. Nothing waits for a task: what would be told by one has been.
 */
const OF_EACH: Record<string, string> = {
  lodges: `(id, name, number, city, state, jurisdiction)
    select pg_temp.uuid_of('lodge ' || n), (array['Pedra Angular','Estrela do Vale','Luz e Trabalho'])[1 + n % 3], (1 + n / ${LODGE_SIZE})::text, 'Lages', 'SC', 'Grande Loja de exemplo'
    from grown where n % ${LODGE_SIZE} = 1`,
  profiles: `(id, email, full_name, lodge, lodge_id, lodge_confirmed_at, degree, email_verified, awaits_admission, created_at, last_access_at)
    select g.id, 'm' || n || '@${GROWN_DOMAIN}', ${NAMES} || ' ' || md5(n::text), case when n % 10 > 0 then l.name || ' nº ' || l.number when n % 3 = 0 then 'Pedra Angular, nº ' || n % 500 end,
      case when n % 10 > 0 then l.id end, case when n % 10 > 1 then now() end,
      case when heavy or n % 1000 between 100 and 110 or n % ${MENTOR_SIZE} = 1 then 'mestre' else (array['aprendiz','companheiro','mestre'])[1 + n % 3] end,
      true, n % 500 = 109, now() - make_interval(mins => n), case when n % 11 > 0 then now() - make_interval(hours => n * 7919 % 2000) end
    from grown g join lodges l on l.id = pg_temp.uuid_of('lodge ' || ${LODGE_OF})`,
  user_roles: `(user_id, role) select id, 'admin' from grown where n % 1000 = 107 and not heavy`,
  authors: `(member_id, degree, part) select id, 'aprendiz', part from grown, unnest(array['author', 'reviewer']) part where n % 1000 = 108 and not heavy`,
  lodge_officers: `(lodge_id, member_id, office, starts_at, ends_at)
    select pg_temp.uuid_of('lodge ' || ${LODGE_OF}), id, case n % ${LODGE_SIZE} when 22 then 'secretario' else 'veneravel' end, now() - interval '100 days', now() + interval '200 days'
    from grown where n % ${LODGE_SIZE} in (22, 23)`,
  passwords: `(user_id, hash) select id, $hash from grown`,
  sessions: `(id, token_hash, user_id, proof, expires_at)
    select pg_temp.uuid_of('session ' || n || ' ' || k), md5(n || ' ' || k), id, 'password', now() + interval '20 days' from grown, generate_series(1, 2) k`,
  known_browsers: `(user_id, token_hash, user_agent) select id, md5(n::text), 'Firefox' from grown`,
  consents: `(user_id, purpose, text_version) select id, 'membership-data', '1' from grown`,
  trusted_devices: `(user_id, token_hash, user_agent, expires_at) select id, md5(n::text), 'Firefox', now() + interval '20 days' from grown where n % 10 = 0`,
  address_changes: `(user_id, former_email, token_hash, undo_until) select id, 'antes' || n || '@${GROWN_DOMAIN}', md5(n::text), now() + interval '3 days' from grown where n % 10 = 0`,
  degree_requests: `(user_id, degree, lodge, received_on, status, decided_at)
    select id, 'companheiro', 'Luz, nº 2', '2026-01-01', case when n % 50 = 11 then 'pending' else 'approved' end, case when n % 50 <> 11 then now() end
    from grown where n % 3 > 0 or n % 50 = 11`,
  admission_requests: `(user_id, status, message, created_at) select id, 'pending', 'Peço admissão.', now() - make_interval(mins => n) from grown where n % 500 = 109`,
  contestations: `(user_id, about, words, answer, answered_at, created_at)
    select id, 'other', 'Uma palavra.', case when n % 200 = 13 then 'Uma resposta.' end, case when n % 200 = 13 then now() end, now() - make_interval(mins => n)
    from grown where n % 200 in (12, 13)`,
  invitation_batches: `(id, total, sent, started_at, ended_at)
    select pg_temp.uuid_of('batch ' || n), 50, 50, now() - make_interval(mins => n), now() - make_interval(mins => n) from grown where n % 1000 = 110`,
  invitations: `(email, name, degree, lodge_id, token_hash, batch_id, sent_at, expires_at, created_at)
    select 'convidado' || n || '@${GROWN_DOMAIN}', 'Convidado ' || n, 'aprendiz', pg_temp.uuid_of('lodge ' || ${LODGE_OF}), md5('invitation ' || n), b.id, now(), now() + interval '10 days', now() - make_interval(mins => n)
    from grown join invitation_batches b on b.id = pg_temp.uuid_of('batch ' || n / 1000 * 1000 + 110) where n % 20 = 14`,
  lesson_progress: `(user_id, lesson_id, furthest, position, completed_at, created_at, updated_at)
    select g.id, l.id, 1, 0.5, at, at, at
    from grown g, places l, lateral (select now() - make_interval(days => (g.n * 7 + place * 3) % 300, mins => (g.n + place) % 1000) as at) w
    where place <= case when heavy then 1000 else 20 end`,
  module_completions: `(user_id, module_id) select g.id, m.id from grown g, modules m where heavy or m.id <= 3`,
  lesson_answers: `(user_id, question_id, is_right)
    select g.id, q.id, place % 3 > 0 from grown g, asked q where place <= case when heavy then 100 else 10 end`,
  review_cards: `(user_id, kind, subject, source, due, state, stability, difficulty, scheduled_days, reviews, last_reviewed_at)
    select g.id, kind, subject, source, now() + make_interval(hours => (place * 7919 + g.n) % 500 - 100), 'review', 10, 5, 10, 3, now() - interval '10 days'
    from grown g, subjects where place <= case when heavy then 300 else 10 end`,
  review_log: `(user_id, kind, subject, number, grade, state, scheduled_days, reviewed_at)
    select g.id, kind, subject, number, (array['good', 'again', 'hard'])[number], 'review', 10, now() - make_interval(days => number * 10, mins => place)
    from grown g, subjects, generate_series(1, 3) number where place <= case when heavy then 300 else 4 end`,
  review_settings: `(user_id, per_day, time_zone) select id, 60, 'America/Sao_Paulo' from grown where heavy or n % 2 = 0`,
  exam_attempts: `(id, user_id, degree, started_at, closes_at, finished_at, ended, right_count, passed)
    select pg_temp.uuid_of('attempt ' || n || ' ' || k), id, case when k = 1 then 'companheiro' else 'aprendiz' end, now() - make_interval(days => k), now() + interval '1 day' - make_interval(days => k - 1),
      case when k > 1 then now() end, case when k > 1 then 'delivered' end, case when k > 1 then 15 end, case when k > 1 then true end
    from grown, generate_series(1, 3) k where heavy or (n % 10 = 0 and k = 2) or (n % 100 = 1 and k = 1)`,
  exam_items: `(attempt_id, place, question_id, module_id, lesson_id, asked, given, is_right)
    select a.id, q.place, q.id, q.module_id, q.lesson_id, q.asked, case when a.finished_at is not null then jsonb_build_array(q.asked -> 'shown' -> 0) end, case when a.finished_at is not null then q.place <= 15 end
    from grown g join exam_attempts a on a.user_id = g.id join asked q on q.place <= 20`,
  notices: `(user_id, kind, facts, is_latest, read_at, created_at)
    select id, 'password-changed', '{}', true, case when k > 2 then now() end, now() - make_interval(hours => k, mins => n % 60)
    from grown, generate_series(1, case when heavy then 200 else 10 end) k`,
  notice_preferences: `(user_id, channels, time_zone) select id, '{}', 'America/Sao_Paulo' from grown where n % 2 = 0`,
  push_subscriptions: `(user_id, session_id, endpoint) select id, pg_temp.uuid_of('session ' || n || ' 1'), 'https://push.test/' || n from grown where n % 5 = 0`,
  notes: `(id, user_id, kind, text_id, title, degree, colour, quote, prefix, suffix, position, body)
    select pg_temp.uuid_of('note ' || n || ' ' || k), g.id, 'lesson', l.id, l.title, 'aprendiz', 'gold', 'Trecho', '', '', k, 'A loja que visitei: ' || md5(n::text)
    from grown g, generate_series(1, case when heavy then 100 else 2 end) k join places l on l.place = 1 + k % 70`,
  assessment_attempts: `(user_id, answers, right_count, level) select id, '{"q1":"a","q2":"a","q3":"a","q4":"a","q5":"a"}', 3, 'aprendiz' from grown`,
  study_positions: `(user_id, study_id, position) select id, (array['marca-e-salario', 'estudo-' || n % 20])[k], 0.5 from grown, generate_series(1, 2) k`,
  study_readings: `(user_id, study_id, read_on) select id, 'oito-horas-para-um-irmao', '2026-03-12' from grown where n % 10 = 0`,
  member_weeks: `(user_id, monday, piece_id, document_at, question_at)
    select id, date_trunc('week', now())::date - 7 * k, 'oito-horas-para-um-irmao', now(), now() from grown, generate_series(1, 4) k where n % 3 = 0`,
  certificates: `(user_id, code, degree, holder_name, lessons, modules, minutes, right_count, questions)
    select id, upper(left(md5('certificate ' || n), 26)), 'aprendiz', 'Membro', 30, 5, 300, 16, 20 from grown where heavy or n % 5 = 0`,
  mentors: `(user_id, bio, specialties, rating, rating_count, total_sessions)
    select id, 'Estuda história.', array['Ritual', 'História'], 1 + n % 5, 5, ${MENTOR_SIZE / 2} from grown where n % ${MENTOR_SIZE} = 1`,
  mentor_hours: `(mentor_id, weekday, starts_at, ends_at) select id, day, 1140, 1320 from grown, unnest(array[1, 3, 6]) day where n % ${MENTOR_SIZE} = 1`,
  mentorship_sessions: `(id, mentor_id, mentee_id, title, description, status, scheduled_date, place, message_count, mentor_read, mentee_read, mentor_told, mentee_told, last_message_at, answered_at, ended_at, created_at)
    select pg_temp.uuid_of('mentoring ' || n || ' ' || k), mentor, g.id, 'Dúvidas', 'Sobre a lição.', status, now() + make_interval(days => 3 - k, hours => n % ${MENTOR_SIZE}), 'Loja',
      10, case when n % 8 = 0 then 8 else 10 end, 10, 10, 10, now() - make_interval(mins => n % 1000), case when status <> 'pending' then now() - make_interval(days => k) end, case when status = 'completed' then now() end,
      now() - make_interval(days => k, mins => n % 1000 + 60)
    from (select g.*, m.id as mentor from grown g join grown_ids m on m.n = (g.n - 1) / ${MENTOR_SIZE} * ${MENTOR_SIZE} + 1 where g.n <> m.n and (g.heavy or g.n % 2 = 0)) g,
      generate_series(1, case when heavy then 20 else 1 end) k,
      lateral (select case when k > 1 then 'completed' when heavy or n % 100 = 0 then 'accepted' when n % 100 = 50 then 'pending' else 'completed' end as status) w`,
  mentorship_session_events: `(session_id, actor_id, side, move, from_status, to_status)
    select s.id, case when k = 1 then g.id else s.mentor_id end, case when k = 1 then 'mentee' else 'mentor' end, (array['request', 'accept', 'complete'])[k], (array[null, 'pending', 'accepted'])[k], (array['pending', 'accepted', 'completed'])[k]
    from grown g join mentorship_sessions s on s.mentee_id = g.id, generate_series(1, case s.status when 'completed' then 3 when 'accepted' then 2 else 1 end) k`,
  mentorship_messages: `(session_id, number, author_id, side, body, created_at)
    select s.id, number, case number % 2 when 1 then g.id else s.mentor_id end, case number % 2 when 1 then 'mentee' else 'mentor' end, words, s.last_message_at - make_interval(mins => 10 - number)
    from grown g join mentorship_sessions s on s.mentee_id = g.id, generate_series(1, 10) number join sayings on place = number`,
  community_profiles: `(user_id, display_name, rules_accepted_at, first_post_at) select id, ${NAMES} || ' ' || chr(65 + n % 26) || '. ' || n, now(), now() - interval '9 days' from grown`,
  community_topics: `(id, board_id, author_id, title, text_kind, text_id, post_count, last_number, last_post_at, hidden_at, created_at)
    select pg_temp.uuid_of('topic ' || n), case when n % 50 > 0 then 'geral' else (array['aprendiz', 'companheiro', 'mestre'])[1 + n / 50 % 3] end, g.id, 'Assunto ' || n || ': ' || split_part(words, ' ', 1),
      case when l.id is not null then 'lesson' end, l.id, 25, 25, now() - make_interval(mins => n), case when n % 1000 = 115 then now() end, now() - make_interval(mins => n + 100)
    from grown g join sayings s on s.place = 1 + n % 1000 left join places l on l.place = n / 5 and n % 50 > 0 where n % 5 = 0`,
  community_posts: `(id, topic_id, number, author_id, source, html, excerpt, state, state_reason, version, edited_at, useful_count, created_at)
    select case number when 1 then t.id else pg_temp.uuid_of('post ' || g.n || ' ' || number) end, t.id, number, case number when 1 then g.id else a.id end, words, '<p>' || words || '</p>', left(words, 80),
      case when held then 'held' else 'visible' end, case when held then 'Tem muitos endereços.' end, case when edited then 2 else 1 end, case when edited then now() end, case number when 1 then 5 else 0 end, t.last_post_at - make_interval(mins => 4 * (25 - number))
    from grown g join community_topics t on t.id = pg_temp.uuid_of('topic ' || g.n), generate_series(1, 25) number
      join sayings s on true join grown_ids a on true,
      lateral (select g.n % 500 = 0 and number = 25 as held, g.n % 50 = 0 and number = 2 as edited) w
    where g.n % 5 = 0 and s.place = 1 + (g.n / 5 * 25 + number) % 1000 and a.n = greatest(1, g.n - number * 3)`,
  community_post_versions: `(post_id, version, source, html, created_at)
    select pg_temp.uuid_of('post ' || n || ' 2'), 1, 'O que dizia antes.', '<p>O que dizia antes.</p>', now() from grown where n % 50 = 0`,
  community_reactions: `(post_id, user_id, kind) select pg_temp.uuid_of('topic ' || (n + 4) / 5 * 5), id, 'useful' from grown`,
  community_reports: `(post_id, user_id, reason, decided_at, decision, created_at)
    select pg_temp.uuid_of('topic ' || (n + 4) / 5 * 5), id, 'Não cabe aqui.', case when n % 200 = 16 then now() end, case when n % 200 = 16 then 'kept' end, now() - make_interval(mins => n)
    from grown where n % 200 in (15, 16)`,
  community_reads: `(user_id, topic_id, read_up_to) select id, pg_temp.uuid_of('topic ' || greatest(5, (n - k * 5) / 5 * 5)), 23 from grown, generate_series(1, 4) k where n > 25`,
  community_follows: `(user_id, topic_id) select id, pg_temp.uuid_of('topic ' || (n + 4) / 5 * 5) from grown`,
  community_board_visits: `(user_id, board_id) select id, 'geral' from grown`,
  search_documents: `(kind, id, degree, owner_id, path, title, context, names, body, posted_at, source_hash)
    select 'note', t.id::text, null, g.id, '/anotacoes#nota-' || t.id, left(t.body, 40), 'Em uma lição', '', t.body, null, '' from grown g join notes t on t.user_id = g.id
    union all
    select 'topic', p.id::text, coalesce(b.degree, 'aprendiz'), null, '/comunidade/assunto/' || t.id || case when p.number > 1 then '#p' || p.number else '' end,
      case when p.number > 1 then p.excerpt else t.title end, '', '', p.source, p.created_at, ''
    from grown g join community_topics t on t.id = pg_temp.uuid_of('topic ' || g.n) join community_boards b on b.id = t.board_id join community_posts p on p.topic_id = t.id
    where g.n % 5 = 0 and p.state = 'visible' and t.hidden_at is null`,
  announcements: `(id, title, source, html, state, starts_at, ends_at, as_letter, finished_at)
    select pg_temp.uuid_of('announcement ' || n), 'Reunião ' || n, 'Venham todos.', '<p>Venham todos.</p>', 'done', now() - make_interval(days => n / 1000), now() + make_interval(days => 30 - n / 1000), n < 1000, now()
    from grown where n % 1000 = 110`,
  announcement_letters: `(announcement_id, member_id, outcome)
    select a.id, g.id, case when n % 100 = 0 then 'returned' else 'delivered' end from grown g, announcements a where a.id = pg_temp.uuid_of('announcement 110')`,
  audit_log: `(at, actor_id, action, target_type, target_id)
    select now() - make_interval(mins => g.n * 5 + k), a.id, 'member.view', 'member', g.id::text from grown g join grown_ids a on a.n = 100 + g.n % 50, generate_series(1, 2) k`,
  outbox_mails: `(recipient, kind, subject, sent_at, created_at) select 'm' || n || '@${GROWN_DOMAIN}', 'login', 'Novo acesso', now(), now() from grown`,
  newsletter_subscribers: `(email, status, confirmed_at) select 'm' || n || '@${GROWN_DOMAIN}', 'confirmed', now() from grown where n % 2 = 0`,
  contact_messages: `(user_id, name, email, subject, message, resolved_at) select id, 'Membro', 'm' || n || '@${GROWN_DOMAIN}', 'Dúvida', 'Uma mensagem.', case when n % 50 > 0 then now() end from grown where n % 10 = 0`,
  rate_limits: `(key, points, expire) select 'grown:' || n, 1, extract(epoch from now() + interval '1 hour') * 1000 from grown`,
};

/** What members write, from the words that are used most to those that are used least. */
const WORDS = (
  "de que e o irmão não para com uma por mais como foi na ao dos estudo trabalho pergunta lição sobre ritual símbolo lugar tempo silêncio pedra " +
  "régua malho esquadro compasso nível prumo templo mestre aprendiz companheiro história livro viagem coluna oriente ocidente luz virtude segredo " +
  "promessa juventude paciência ofício salário marca chave abóbada catedral guilda geometria ferramenta memória loja"
).split(" ");

/** What the rows are about: the lessons, the questions of the exams, the cards of the review and what is said, each with its place from 1. */
const SUBJECTS = `
  create temp table places as
    select l.id, l.title, row_number() over (order by l.module_id, l.number)::int as place from lessons l where retired_at is null and published_revision_id is not null;
  create temp table asked as
    select q.id, q.lesson_id, l.module_id, row_number() over (order by q.id)::int as place,
      jsonb_build_object('form', q.form, 'prompt', q.prompt, 'explanation', q.explanation,
        'options', jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'side', o.side, 'right', o.is_right, 'why', o.why) order by o.position),
        'shown', jsonb_agg(o.id order by o.position)) as asked
    from questions q join question_options o on o.question_id = q.id and o.position is not null join lessons l on l.id = q.lesson_id
    where q.retired_at is null and q.use = 'pool' and q.form = 'choice' group by q.id, l.module_id;
  create temp table subjects as
    select *, row_number() over (order by md5(subject))::int as place from (
      select 'question' as kind, id as subject, 'lesson:' || lesson_id as source from asked where place <= 100
      union all
      select distinct on (slug) 'term', slug, 'lesson:' || r.lesson_id
      from lessons l join lesson_revisions r on r.id = l.published_revision_id, jsonb_array_elements_text(r.terms) slug) s;
  create temp table sayings as
    select place, string_agg((array['${WORDS.join("','")}'])[1 + floor(${WORDS.length} * power((hashtext(place || ' ' || at) & 65535) / 65536.0, 2))::int], ' ') || ' ' || place as words
    from generate_series(1, 1000) place, generate_series(1, 25) at group by place;
  analyze places, asked, subjects, sayings;`;

/** The hash of no password: nobody signs in with it. */
const NO_PASSWORD = "argon2id$nobody";

/**
 * Statements that fill an academy up to so many members, each with what they leave behind in some months, to be run one after another on one connection.
 * Foreign keys are not checked while they run, where the database's owner may say so.
 * @param from members who are there already
 * @param actors the ids of the first ones, who have long histories
 * @param hash of the password of all others
 */
export const fillingOf = (
  from: number,
  members: number,
  actors: readonly string[],
  hash = NO_PASSWORD,
): { table?: string; statement: string }[] => [
  { statement: "select set_config('session_replication_role', 'replica', false) where current_setting('is_superuser') = 'on'" },
  {
    statement: `
  create or replace function pg_temp.uuid_of(name text) returns uuid immutable return overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid;
  create temp table grown_ids as
    select n, coalesce(a.id, pg_temp.uuid_of('member ' || n)) as id, a.id is not null as heavy
    from generate_series(1, ${members}) n left join (select n::int, id from unnest('{${actors.join()}}'::uuid[]) with ordinality u (id, n)) a using (n);
  create temp table grown as select * from grown_ids where n > ${from};
  create index on grown_ids (n);
  analyze grown_ids; analyze grown; ${SUBJECTS}`,
  },
  ...Object.entries(OF_EACH).map(([table, rows]) => ({
    table,
    statement: `insert into ${table} ${rows.replace("$hash", () => `'${hash}'`)} on conflict do nothing`,
  })),
];

/** The same as one text. */
export const fillAcademy = (...given: Parameters<typeof fillingOf>): string =>
  fillingOf(...given)
    .map(({ statement }) => statement)
    .join(";\n");

export const FILLED = Object.keys(OF_EACH);
