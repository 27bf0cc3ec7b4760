CREATE TABLE "directory_tiers" (
	"team_id" bigint NOT NULL,
	"tier_id" text NOT NULL,
	"name" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "directory_tiers_team_id_tier_id_pk" PRIMARY KEY("team_id","tier_id")
);
--> statement-breakpoint
ALTER TABLE "directory_tiers" ADD CONSTRAINT "directory_tiers_team_id_directory_states_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."directory_states"("team_id") ON DELETE cascade ON UPDATE no action;