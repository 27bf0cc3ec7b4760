CREATE TABLE "gateway_job_chunks" (
	"job_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "gateway_job_chunks_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "gateway_job_rows" (
	"job_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"service_id" text,
	"member_id" text NOT NULL,
	"cells" text,
	"outcome" text,
	"state" text NOT NULL,
	"reasons" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "gateway_job_rows_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "gateway_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"change" text,
	"columns" text[],
	"position" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"summary" text DEFAULT '{}' NOT NULL,
	"error" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "gateway_job_chunks" ADD CONSTRAINT "gateway_job_chunks_job_id_gateway_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."gateway_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_job_rows" ADD CONSTRAINT "gateway_job_rows_job_id_gateway_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."gateway_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_jobs" ADD CONSTRAINT "gateway_jobs_team_id_loyalty_connections_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."loyalty_connections"("team_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_job_rows_member_index" ON "gateway_job_rows" USING btree ("job_id","member_id");--> statement-breakpoint
CREATE INDEX "gateway_job_rows_pending_index" ON "gateway_job_rows" USING btree ("job_id","attempts","position") WHERE "gateway_job_rows"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "gateway_jobs_team_index" ON "gateway_jobs" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "gateway_jobs_changed_index" ON "gateway_jobs" USING btree ("team_id","changed_at");--> statement-breakpoint
CREATE INDEX "gateway_jobs_due_index" ON "gateway_jobs" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_jobs_running_unique" ON "gateway_jobs" USING btree ("team_id") WHERE "gateway_jobs"."state" = 'running';