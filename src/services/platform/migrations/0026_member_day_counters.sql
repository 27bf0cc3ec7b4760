CREATE TABLE "loyalty_member_day_counters" (
	"program_id" bigint NOT NULL,
	"status" text NOT NULL,
	"day" date NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "loyalty_member_day_counters_program_id_status_day_pk" PRIMARY KEY("program_id","status","day")
);
--> statement-breakpoint
ALTER TABLE "loyalty_member_day_counters" ADD CONSTRAINT "loyalty_member_day_counters_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "loyalty_member_day_counters" ("program_id", "status", "day", "total")
SELECT "program_id", "status", ("enrolled_at" AT TIME ZONE 'UTC')::date AS "day", count(*)
FROM "loyalty_members" WHERE "deleted_at" IS NULL
GROUP BY "program_id", "status", "day";
