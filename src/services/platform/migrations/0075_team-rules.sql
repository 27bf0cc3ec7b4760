CREATE TABLE "team_rules" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"second_step_since" timestamp (3) with time zone,
	"session_hours" integer,
	"networks" text[] DEFAULT '{}' NOT NULL,
	"support_points_max" bigint DEFAULT 1000 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "second_step_notice_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_rules" ADD CONSTRAINT "team_rules_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;
