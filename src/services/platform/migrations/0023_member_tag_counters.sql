CREATE TABLE "loyalty_member_tag_counters" (
	"program_id" bigint NOT NULL,
	"status" text NOT NULL,
	"tags_digest" text NOT NULL,
	"tags" text[] NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "loyalty_member_tag_counters_program_id_status_tags_digest_pk" PRIMARY KEY("program_id","status","tags_digest")
);
--> statement-breakpoint
ALTER TABLE "loyalty_member_tag_counters" ADD CONSTRAINT "loyalty_member_tag_counters_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loyalty_member_tag_counters_tags_index" ON "loyalty_member_tag_counters" USING gin ("tags");--> statement-breakpoint
INSERT INTO "loyalty_member_tag_counters" ("program_id", "status", "tags_digest", "tags", "total")
SELECT "program_id", "status", encode(sha256(convert_to(to_jsonb("tags")::text, 'UTF8')), 'hex'), "tags", count(*)
FROM (
  SELECT "program_id", "status", array(SELECT DISTINCT unnest("tags") COLLATE "C" ORDER BY 1) AS "tags"
  FROM "loyalty_members" WHERE "deleted_at" IS NULL AND "tags" <> '{}'
) AS "members"
GROUP BY "program_id", "status", "tags";
