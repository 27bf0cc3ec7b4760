ALTER TABLE "gateway_job_chunks" ALTER COLUMN "text" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_job_chunks" ADD COLUMN "service_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_job_chunks" ALTER COLUMN "service_ids" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "gateway_job_chunks" ADD COLUMN "columns" integer;--> statement-breakpoint
-- Exports that have not finished start again.
DELETE FROM "gateway_job_chunks" USING "gateway_jobs"
WHERE "gateway_jobs"."id" = "gateway_job_chunks"."job_id" AND "gateway_jobs"."state" <> 'done';--> statement-breakpoint
INSERT INTO "gateway_job_chunks" ("job_id", "position", "service_ids")
SELECT "job_id", max("gateway_job_rows"."position"), array_agg("service_id" ORDER BY "gateway_job_rows"."position")
FROM "gateway_job_rows" JOIN "gateway_jobs" ON "gateway_jobs"."id" = "job_id"
WHERE "kind" = 'export' AND "gateway_jobs"."state" <> 'done'
GROUP BY "job_id", ("gateway_job_rows"."position" - 1) / 2000;--> statement-breakpoint
UPDATE "gateway_jobs" SET "position" = 0, "done" = 0, "summary" = '{}',
  "columns" = CASE WHEN "summary" LIKE '%"attributes"%' THEN NULL ELSE "columns" END
WHERE "kind" = 'export' AND "state" <> 'done';
