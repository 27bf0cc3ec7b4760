ALTER TABLE "gateway_job_rows" ADD COLUMN "change" text;--> statement-breakpoint
ALTER TABLE "gateway_job_rows" ADD COLUMN "undo" text;--> statement-breakpoint
ALTER TABLE "gateway_jobs" ADD COLUMN "undone_by" bigint;