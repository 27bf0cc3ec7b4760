CREATE TABLE "directory_counts" (
	"team_id" bigint NOT NULL,
	"cell" text NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"status" text NOT NULL,
	"tier_id" text,
	"tier_name" text,
	"points_range" integer NOT NULL,
	"members" bigint NOT NULL,
	"points" bigint NOT NULL,
	CONSTRAINT "directory_counts_team_id_cell_pk" PRIMARY KEY("team_id","cell")
);
--> statement-breakpoint
DROP INDEX "directory_members_points_index";--> statement-breakpoint
ALTER TABLE "directory_counts" ADD CONSTRAINT "directory_counts_team_id_directory_states_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."directory_states"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_members_points_index" ON "directory_members" USING btree ("team_id","points","row","status","tier_id");
--> statement-breakpoint
INSERT INTO "directory_counts" ("team_id", "cell", "facet", "value", "status", "tier_id", "tier_name", "points_range", "members", "points")
SELECT "team_id", encode(sha256(convert_to(json_build_array("facet", "value", "status", "tier_id", "tier_name", "points_range")::text, 'UTF8')), 'hex'),
  "facet", "value", "status", "tier_id", "tier_name", "points_range", count(*), sum("points")
FROM (
  SELECT "team_id", 'month' AS "facet", to_char("enrolled_at" AT TIME ZONE 'UTC', 'YYYY-MM') AS "value", "status", "tier_id", "tier_name", "points",
    width_bucket("points", array[0, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 25000, 30000, 40000, 50000, 75000, 100000, 150000, 200000, 250000, 300000, 400000, 500000, 750000, 1000000, 1500000, 2000000, 2500000, 3000000, 4000000, 5000000, 7500000, 10000000, 15000000, 20000000, 25000000, 30000000, 40000000, 50000000, 75000000]::bigint[]) AS "points_range"
  FROM "directory_members"
  UNION ALL
  SELECT "team_id", 'tag', "tag", "status", "tier_id", "tier_name", "points",
    width_bucket("points", array[0, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 25000, 30000, 40000, 50000, 75000, 100000, 150000, 200000, 250000, 300000, 400000, 500000, 750000, 1000000, 1500000, 2000000, 2500000, 3000000, 4000000, 5000000, 7500000, 10000000, 15000000, 20000000, 25000000, 30000000, 40000000, 50000000, 75000000]::bigint[])
  FROM "directory_members" CROSS JOIN LATERAL unnest("tags") AS "tag"
) AS "facets"
GROUP BY "team_id", "facet", "value", "status", "tier_id", "tier_name", "points_range";
--> statement-breakpoint
INSERT INTO "directory_counts" ("team_id", "cell", "facet", "value", "status", "tier_id", "tier_name", "points_range", "members", "points")
SELECT "team_id", encode(sha256(convert_to(json_build_array('prefix'::text, "value", ''::text, NULL::text, NULL::text, 0)::text, 'UTF8')), 'hex'),
  'prefix', "value", '', NULL, NULL, 0, count(*), 0
FROM "directory_members" CROSS JOIN LATERAL (
  SELECT DISTINCT left("word", "length") AS "value"
  FROM unnest("words") "lexemes"
    CROSS JOIN LATERAL substr("lexeme", length("team_id"::text) + 2) AS "word"
    CROSS JOIN unnest(array[2, 3]) AS "length"
  WHERE left("word", "length") ~ '^[^ -`{-~]+$' AND length("word") >= "length"
) AS "prefixes"
GROUP BY "team_id", "value";
