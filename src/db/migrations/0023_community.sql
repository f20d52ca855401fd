CREATE TABLE "community_board_visits" (
	"user_id" uuid NOT NULL,
	"board_id" text NOT NULL,
	"visited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"previous_at" timestamp with time zone,
	CONSTRAINT "community_board_visits_user_id_board_id_pk" PRIMARY KEY("user_id","board_id")
);
--> statement-breakpoint
CREATE TABLE "community_boards" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"degree" text,
	"position" integer NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_boards_degree_check" CHECK ("community_boards"."degree" in ('aprendiz', 'companheiro', 'mestre'))
);
--> statement-breakpoint
CREATE TABLE "community_moderators" (
	"board_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_moderators_board_id_user_id_pk" PRIMARY KEY("board_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "community_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"decision" text,
	CONSTRAINT "community_reports_once" UNIQUE("post_id","user_id"),
	CONSTRAINT "community_reports_decision_check" CHECK ("community_reports"."decision" in ('hidden', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "community_words" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"moderator_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_drafts" (
	"user_id" uuid NOT NULL,
	"place" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_drafts_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE TABLE "community_images" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"board_id" text NOT NULL,
	"post_id" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_mentions" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "community_mentions_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "community_post_versions" (
	"post_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "community_post_versions_post_id_version_pk" PRIMARY KEY("post_id","version")
);
--> statement-breakpoint
CREATE TABLE "community_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"author_id" uuid,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"excerpt" text NOT NULL,
	"cards" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"quoted_post_id" uuid,
	"quote" text,
	"state" text DEFAULT 'visible' NOT NULL,
	"state_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"edited_at" timestamp with time zone,
	"useful_count" integer DEFAULT 0 NOT NULL,
	"agree_count" integer DEFAULT 0 NOT NULL,
	"thanks_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_posts_number" UNIQUE("topic_id","number"),
	CONSTRAINT "community_posts_state_check" CHECK ("community_posts"."state" in ('visible', 'held', 'hidden', 'deleted', 'masked')),
	CONSTRAINT "community_posts_quote_check" CHECK (("community_posts"."quoted_post_id" is null) = ("community_posts"."quote" is null))
);
--> statement-breakpoint
CREATE TABLE "community_reactions" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_reactions_post_id_user_id_kind_pk" PRIMARY KEY("post_id","user_id","kind"),
	CONSTRAINT "community_reactions_kind_check" CHECK ("community_reactions"."kind" in ('useful', 'agree', 'thanks'))
);
--> statement-breakpoint
CREATE TABLE "community_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"display_name" text,
	"show_lodge" boolean DEFAULT false NOT NULL,
	"rules_accepted_at" timestamp with time zone,
	"weekly_letter" boolean DEFAULT true NOT NULL,
	"letter_sent_at" timestamp with time zone,
	"first_post_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_follows" (
	"user_id" uuid NOT NULL,
	"topic_id" uuid,
	"board_id" text,
	"following" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_follows_topic" UNIQUE("user_id","topic_id"),
	CONSTRAINT "community_follows_board" UNIQUE("user_id","board_id"),
	CONSTRAINT "community_follows_one_check" CHECK (("community_follows"."topic_id" is null) <> ("community_follows"."board_id" is null))
);
--> statement-breakpoint
CREATE TABLE "community_reads" (
	"user_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"read_up_to" integer NOT NULL,
	"visited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_reads_user_id_topic_id_pk" PRIMARY KEY("user_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "community_topics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"board_id" text NOT NULL,
	"author_id" uuid,
	"title" text NOT NULL,
	"text_kind" text,
	"text_id" text,
	"post_count" integer DEFAULT 0 NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"last_post_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_number" integer,
	"locked_at" timestamp with time zone,
	"pinned" boolean DEFAULT false NOT NULL,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_topics_text_check" CHECK (("community_topics"."text_kind" is null) = ("community_topics"."text_id" is null)),
	CONSTRAINT "community_topics_text_kind_check" CHECK ("community_topics"."text_kind" in ('lesson', 'study'))
);
--> statement-breakpoint
ALTER TABLE "community_board_visits" ADD CONSTRAINT "community_board_visits_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_board_visits" ADD CONSTRAINT "community_board_visits_board_id_community_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."community_boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_moderators" ADD CONSTRAINT "community_moderators_board_id_community_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."community_boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_moderators" ADD CONSTRAINT "community_moderators_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_words" ADD CONSTRAINT "community_words_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_words" ADD CONSTRAINT "community_words_moderator_id_profiles_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_drafts" ADD CONSTRAINT "community_drafts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_images" ADD CONSTRAINT "community_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_images" ADD CONSTRAINT "community_images_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_images" ADD CONSTRAINT "community_images_board_id_community_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."community_boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_images" ADD CONSTRAINT "community_images_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_mentions" ADD CONSTRAINT "community_mentions_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_mentions" ADD CONSTRAINT "community_mentions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_versions" ADD CONSTRAINT "community_post_versions_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_topic_id_community_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."community_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reactions" ADD CONSTRAINT "community_reactions_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reactions" ADD CONSTRAINT "community_reactions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_profiles" ADD CONSTRAINT "community_profiles_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_follows" ADD CONSTRAINT "community_follows_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_follows" ADD CONSTRAINT "community_follows_topic_id_community_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."community_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_follows" ADD CONSTRAINT "community_follows_board_id_community_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."community_boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reads" ADD CONSTRAINT "community_reads_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reads" ADD CONSTRAINT "community_reads_topic_id_community_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."community_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_topics" ADD CONSTRAINT "community_topics_board_id_community_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."community_boards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_topics" ADD CONSTRAINT "community_topics_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "community_board_visits_board_idx" ON "community_board_visits" USING btree ("board_id");--> statement-breakpoint
CREATE INDEX "community_moderators_user_idx" ON "community_moderators" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_reports_open_idx" ON "community_reports" USING btree ("created_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "community_reports_user_idx" ON "community_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_reports_decided_by_idx" ON "community_reports" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "community_words_post_idx" ON "community_words" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "community_words_moderator_idx" ON "community_words" USING btree ("moderator_id");--> statement-breakpoint
CREATE INDEX "community_images_post_idx" ON "community_images" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "community_images_user_idx" ON "community_images" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_mentions_user_idx" ON "community_mentions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_posts_author_idx" ON "community_posts" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "community_posts_quoted_idx" ON "community_posts" USING btree ("quoted_post_id") WHERE quoted_post_id is not null;--> statement-breakpoint
CREATE INDEX "community_posts_queue_idx" ON "community_posts" USING btree ("created_at","id") WHERE state in ('held', 'hidden');--> statement-breakpoint
CREATE INDEX "community_reactions_user_idx" ON "community_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "community_follows_of_topic_idx" ON "community_follows" USING btree ("topic_id") WHERE following;--> statement-breakpoint
CREATE INDEX "community_follows_of_board_idx" ON "community_follows" USING btree ("board_id") WHERE following;--> statement-breakpoint
CREATE INDEX "community_reads_recent_idx" ON "community_reads" USING btree ("topic_id","visited_at");--> statement-breakpoint
CREATE INDEX "community_topics_list_idx" ON "community_topics" USING btree ("board_id","pinned","last_post_at","id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "community_topics_active_idx" ON "community_topics" USING btree ("board_id","last_post_at") WHERE hidden_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_topics_text_idx" ON "community_topics" USING btree ("board_id","text_kind","text_id") WHERE text_id is not null and hidden_at is null;--> statement-breakpoint
CREATE INDEX "community_topics_author_idx" ON "community_topics" USING btree ("author_id");--> statement-breakpoint
-- the rooms that the academy begins with: one for all, and one for each degree
INSERT INTO "community_boards" ("id", "name", "description", "degree", "position") VALUES
	('geral', 'Geral', 'Para todos os irmãos: a vida na Loja, os livros, o estudo.', NULL, 1),
	('aprendiz', 'Aprendiz', 'O que o primeiro grau ensina, e o que ele pergunta.', 'aprendiz', 2),
	('companheiro', 'Companheiro', 'Os estudos do segundo grau.', 'companheiro', 3),
	('mestre', 'Mestre', 'Os estudos do terceiro grau.', 'mestre', 4);
