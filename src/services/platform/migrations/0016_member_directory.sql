CREATE TABLE "directory_members" (
	"row" bigserial PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"service_id" text NOT NULL,
	"member_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email_address" text NOT NULL,
	"phone_number" text NOT NULL,
	"status" text NOT NULL,
	"tier_id" text,
	"tier_name" text,
	"points" bigint NOT NULL,
	"tags" text[] NOT NULL,
	"enrollment_date" text,
	"modified_date" text,
	"enrolled_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"words" "tsvector" NOT NULL,
	"document" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "directory_members_service_id_unique" UNIQUE("team_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "directory_removals" (
	"team_id" bigint NOT NULL,
	"service_id" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "directory_removals_team_id_service_id_pk" PRIMARY KEY("team_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "directory_words" (
	"team_id" bigint NOT NULL,
	"word" text collate "C" NOT NULL,
	"segments" text[] NOT NULL,
	CONSTRAINT "directory_words_team_id_word_pk" PRIMARY KEY("team_id","word")
);
--> statement-breakpoint
CREATE TABLE "directory_states" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"crawl_started_at" timestamp (3) with time zone,
	"crawl_status" text,
	"crawl_cursor" text,
	"crawl_read" integer DEFAULT 0 NOT NULL,
	"crawl_total" integer DEFAULT 0 NOT NULL,
	"complete_at" timestamp (3) with time zone,
	"current_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_team_id_directory_states_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."directory_states"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_removals" ADD CONSTRAINT "directory_removals_team_id_directory_states_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."directory_states"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_words" ADD CONSTRAINT "directory_words_team_id_directory_states_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."directory_states"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_states" ADD CONSTRAINT "directory_states_team_id_loyalty_connections_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."loyalty_connections"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_members_member_id_index" ON "directory_members" USING btree ("team_id","member_id");--> statement-breakpoint
CREATE INDEX "directory_members_name_index" ON "directory_members" USING btree ("team_id","name_key","row");--> statement-breakpoint
CREATE INDEX "directory_members_points_index" ON "directory_members" USING btree ("team_id","points","row");--> statement-breakpoint
CREATE INDEX "directory_members_enrolled_index" ON "directory_members" USING btree ("team_id","enrolled_at","row");--> statement-breakpoint
CREATE INDEX "directory_members_changed_index" ON "directory_members" USING btree ("team_id","changed_at","row");--> statement-breakpoint
CREATE INDEX "directory_members_words_index" ON "directory_members" USING gin ("words");--> statement-breakpoint
CREATE INDEX "directory_members_tags_index" ON "directory_members" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "directory_words_segments_index" ON "directory_words" USING gin ("segments");--> statement-breakpoint
CREATE INDEX "directory_states_due_index" ON "directory_states" USING btree ("next_attempt_at");--> statement-breakpoint
-- Each daily crawl updates every row without changing an indexed column: with free space on its page, an
-- update needs no index entries.
ALTER TABLE "directory_members" SET (fillfactor = 80);
