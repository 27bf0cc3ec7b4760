DROP INDEX "gateway_job_rows_member_index";--> statement-breakpoint
CREATE INDEX "gateway_job_rows_member_index" ON "gateway_job_rows" USING btree ("job_id","member_id","position");