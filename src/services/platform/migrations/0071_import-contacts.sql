ALTER TABLE "gateway_job_rows" ADD COLUMN "email_digest" text;--> statement-breakpoint
ALTER TABLE "gateway_job_rows" ADD COLUMN "phone_digest" text;--> statement-breakpoint
CREATE INDEX "gateway_job_rows_email_index" ON "gateway_job_rows" USING btree ("job_id","email_digest","position") WHERE "gateway_job_rows"."email_digest" is not null;--> statement-breakpoint
CREATE INDEX "gateway_job_rows_phone_index" ON "gateway_job_rows" USING btree ("job_id","phone_digest","position") WHERE "gateway_job_rows"."phone_digest" is not null;