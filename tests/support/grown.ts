/** What every member has: rows of a table, by their number `n` and `id`. `heavy` members have more. */
const OF_EACH: Record<string, string> = {
  profiles: `(id, email, full_name, lodge, degree, email_verified, created_at, last_access_at)
    select id, 'm' || n || '@massa.test', (array['José','João','Antônio','Conceição','Plínio','Otávio'])[1 + n % 6] || ' ' || md5(n::text),
      case when n % 3 = 0 then 'Pedra Angular, nº ' || n % 500 end, case when heavy then 'mestre' else (array['aprendiz','companheiro','mestre'])[1 + n % 3] end,
      true, now() - make_interval(mins => n), now()
    from grown`,
  passwords: `(user_id, hash) select id, 'argon2id$' || md5(n::text) from grown`,
  sessions: `(token_hash, user_id, proof, expires_at)
    select md5(n || ' ' || k), id, 'password', now() + interval '20 days' from grown, generate_series(1, 2) k`,
  known_browsers: `(user_id, token_hash, user_agent) select id, md5(n::text), 'Firefox' from grown`,
  consents: `(user_id, purpose, text_version) select id, 'membership-data', '1' from grown`,
  trusted_devices: `(user_id, token_hash, user_agent, expires_at) select id, md5(n::text), 'Firefox', now() + interval '20 days' from grown where n % 10 = 0`,
  address_changes: `(user_id, former_email, token_hash, undo_until) select id, 'antes' || n || '@massa.test', md5(n::text), now() + interval '3 days' from grown where n % 10 = 0`,
  degree_requests: `(user_id, degree, lodge, received_on, status, decided_at)
    select id, 'companheiro', 'Luz, nº 2', '2026-01-01', 'approved', now() from grown where n % 3 > 0`,
  lesson_progress: `(user_id, lesson_id, furthest, position, completed_at, updated_at)
    select g.id, l.id, 1, 0.5, now() - make_interval(mins => place), now() - make_interval(mins => place + g.n % 1000)
    from grown g, places l where place <= case when heavy then 1000 else 20 end`,
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
    from grown, generate_series(1, 3) k where heavy or (n % 2 = 0 and k = 2) or (n % 100 = 1 and k = 1)`,
  exam_items: `(attempt_id, place, question_id, module_id, lesson_id, asked, given, is_right)
    select a.id, q.place, q.id, q.module_id, q.lesson_id, case when heavy then q.asked else '{"form": "choice"}' end, null, case when a.finished_at is not null then true end
    from grown g join exam_attempts a on a.user_id = g.id join asked q on q.place <= 20`,
  notices: `(user_id, kind, facts, is_latest, read_at, created_at, digest_due)
    select id, 'password-changed', '{}', true, case when k > 2 then now() end, now() - make_interval(hours => k, mins => n % 60), n % 100 = 0 and k = 1
    from grown, generate_series(1, case when heavy then 200 else 3 end) k`,
  notice_preferences: `(user_id, channels, time_zone) select id, '{}', 'America/Sao_Paulo' from grown where n % 2 = 0`,
  push_subscriptions: `(user_id, session_id, endpoint) select g.id, (select s.id from sessions s where s.user_id = g.id limit 1), 'https://push.test/' || n from grown g where n % 5 = 0`,
  notes: `(id, user_id, kind, text_id, title, degree, colour, quote, prefix, suffix, position, body)
    select pg_temp.uuid_of('note ' || n || ' ' || k), g.id, 'lesson', l.id, l.title, 'aprendiz', 'gold', 'Trecho', '', '', k, 'A loja que visitei: ' || md5(n::text)
    from grown g, generate_series(1, case when heavy then 100 else 2 end) k join places l on l.place = 1 + k % 70`,
  search_documents: `(kind, id, owner_id, path, title, context, names, body, source_hash)
    select 'note', t.id::text, g.id, '/anotacoes#nota-' || t.id, left(t.body, 40), 'Em uma lição', '', t.body, '' from grown g join notes t on t.user_id = g.id`,
  assessment_attempts: `(user_id, answers, right_count, level) select id, '{"q1":"a","q2":"a","q3":"a","q4":"a","q5":"a"}', 3, 'aprendiz' from grown`,
  study_positions: `(user_id, study_id, position) select id, (array['marca-e-salario', 'estudo-' || n % 20])[k], 0.5 from grown, generate_series(1, 2) k`,
  certificates: `(user_id, code, degree, holder_name, lessons, modules, minutes, right_count, questions)
    select id, md5('certificate ' || n), 'aprendiz', 'Membro', 30, 5, 300, 16, 20 from grown where heavy or n % 5 = 0`,
  mentors: `(user_id, bio, rating) select id, 'Estuda história.', 1 + n % 5 from grown where n % 1000 = 1`,
  mentorship_sessions: `(id, mentor_id, mentee_id, title, description, status, scheduled_date, message_count, answered_at, created_at)
    select pg_temp.uuid_of('mentoring ' || g.n || ' ' || k), m.id, g.id, 'Dúvidas', 'Sobre a lição.', case when k = 1 and (g.heavy or g.n % 100 = 0) then 'accepted' else 'completed' end,
      now() + make_interval(days => 3 - k), 5, now() - make_interval(days => k), now() - make_interval(days => k, mins => g.n % 1000 + 60)
    from grown g join grown_ids m on m.n = g.n / 1000 * 1000 + 1, generate_series(1, case when g.heavy then 20 else 1 end) k where g.n <> m.n and (g.heavy or g.n % 2 = 0)`,
  mentorship_session_events: `(session_id, actor_id, side, move, to_status)
    select s.id, g.id, 'mentee', 'request', 'pending' from grown g join mentorship_sessions s on s.mentee_id = g.id, generate_series(1, 3)`,
  mentorship_messages: `(session_id, number, author_id, side, body)
    select s.id, number, g.id, 'mentee', 'Bom dia.' from grown g join mentorship_sessions s on s.mentee_id = g.id, generate_series(1, 5) number`,
  community_profiles: `(user_id, display_name, rules_accepted_at, first_post_at) select id, (array['José','João','Antônio','Conceição','Plínio','Otávio'])[1 + n % 6] || ' ' || chr(65 + n % 26) || '. ' || n, now(), now() - interval '9 days' from grown`,
  community_topics: `(id, board_id, author_id, title, post_count, last_number, last_post_at)
    select pg_temp.uuid_of('topic ' || n), 'geral', id, 'Assunto ' || n, 5, 5, now() - make_interval(mins => n) from grown where n % 5 = 0`,
  community_posts: `(id, topic_id, number, author_id, source, html, excerpt, created_at)
    select gen_random_uuid(), t.id, number, g.id, 'Uma resposta.', '<p>Uma resposta.</p>', 'Uma resposta.', t.last_post_at
    from grown g join community_topics t on t.author_id = g.id, generate_series(1, 5) number`,
  community_reads: `(user_id, topic_id, read_up_to) select id, pg_temp.uuid_of('topic ' || greatest(5, (n - k * 5) / 5 * 5)), 3 from grown, generate_series(1, 4) k where n > 25`,
  community_follows: `(user_id, topic_id) select id, pg_temp.uuid_of('topic ' || (n + 4) / 5 * 5) from grown`,
  community_board_visits: `(user_id, board_id) select id, 'geral' from grown`,
  audit_log: `(at, actor_id, action, target_type, target_id)
    select now() - make_interval(mins => g.n * 5 + k), a.id, 'members.view', 'member', g.id::text from grown g join grown_ids a on a.n = 100 + g.n % 50, generate_series(1, 2) k`,
  outbox_mails: `(recipient, kind, subject, sent_at, created_at) select 'm' || n || '@massa.test', 'login', 'Novo acesso', now(), now() from grown`,
  newsletter_subscribers: `(email, status, confirmed_at) select 'm' || n || '@massa.test', 'confirmed', now() from grown where n % 2 = 0`,
  contact_messages: `(user_id, name, email, subject, message, resolved_at) select id, 'Membro', 'm' || n || '@massa.test', 'Dúvida', 'Uma mensagem.', case when n % 50 > 0 then now() end from grown where n % 10 = 0`,
  rate_limits: `(key, points, expire) select 'grown:' || n, 1, extract(epoch from now() + interval '1 hour') * 1000 from grown`,
};

/** What the rows are about: the lessons, the questions of the exams and the cards of the review, each with its place from 1. */
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
  analyze places, asked, subjects;`;

/**
 * Statements that fill an academy up to so many members, each with what they leave behind in some months. Foreign keys are not checked while they run.
 * @param from members who are there already
 * @param actors the ids of the first ones, who have long histories
 */
export const fillAcademy = (from: number, members: number, actors: readonly string[]): string => `
  set session_replication_role = replica;
  create or replace function pg_temp.uuid_of(name text) returns uuid immutable return overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid;
  create temp table grown_ids as
    select n, coalesce(a.id, pg_temp.uuid_of('member ' || n)) as id, a.id is not null as heavy
    from generate_series(1, ${members}) n left join (select n::int, id from unnest(array['${actors.join("','")}']::uuid[]) with ordinality u (id, n)) a using (n);
  create temp table grown as select * from grown_ids where n > ${from};
  analyze grown_ids; analyze grown; ${SUBJECTS}
  ${Object.entries(OF_EACH)
    .map(([table, rows]) => `insert into ${table} ${rows} on conflict do nothing;`)
    .join("\n")}`;

export const FILLED = Object.keys(OF_EACH);
