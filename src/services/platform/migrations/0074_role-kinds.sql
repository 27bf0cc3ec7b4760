CREATE TABLE "points_allowances" (
	"team_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"points" bigint NOT NULL,
	CONSTRAINT "points_allowances_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "is_support" boolean DEFAULT false NOT NULL;