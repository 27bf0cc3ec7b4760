CREATE TABLE "loyalty_point_values" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loyalty_point_month_sums" (
	"program_id" bigint NOT NULL,
	"month" text NOT NULL,
	"part" smallint NOT NULL,
	"earned" bigint DEFAULT 0 NOT NULL,
	"redeemed" bigint DEFAULT 0 NOT NULL,
	"expired" bigint DEFAULT 0 NOT NULL,
	"deducted" bigint DEFAULT 0 NOT NULL,
	"adjusted" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "loyalty_point_month_sums_program_id_month_part_pk" PRIMARY KEY("program_id","month","part")
);
--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "point_totals" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "loyalty_point_values" ADD CONSTRAINT "loyalty_point_values_team_id_loyalty_connections_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."loyalty_connections"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_point_month_sums" ADD CONSTRAINT "loyalty_point_month_sums_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "loyalty_point_month_sums" ("program_id", "month", "part", "earned", "redeemed", "expired", "deducted", "adjusted")
SELECT m."program_id", to_char(t."occurred_at" AT TIME ZONE 'UTC', 'YYYY-MM'), t."member_id" % 32,
  coalesce(sum(t."points") FILTER (WHERE t."kind" IN ('earned', 'approved')), 0),
  -coalesce(sum(t."points") FILTER (WHERE t."kind" = 'redeemed'), 0),
  -coalesce(sum(t."points") FILTER (WHERE t."kind" = 'expired'), 0),
  -coalesce(sum(t."points") FILTER (WHERE t."kind" = 'deducted'), 0),
  coalesce(sum(t."points") FILTER (WHERE t."kind" = 'added'), 0) - coalesce(sum(t."points") FILTER (WHERE t."kind" = 'removed'), 0)
FROM "loyalty_point_transactions" t JOIN "loyalty_members" m ON m."id" = t."member_id"
GROUP BY 1, 2, 3;--> statement-breakpoint
-- Members are read again to fill the new column. Until then the directories are being built.
UPDATE "directory_states" SET
  "crawl_started_at" = NULL, "crawl_status" = NULL, "crawl_cursor" = NULL, "crawl_read" = 0,
  "complete_at" = NULL, "current_at" = NULL, "next_attempt_at" = now();
