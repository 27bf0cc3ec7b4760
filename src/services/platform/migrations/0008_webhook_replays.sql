CREATE TABLE "webhook_replays" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_replays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"after_sequence" bigint NOT NULL,
	"last_sequence" bigint NOT NULL,
	"total" integer NOT NULL,
	"replayed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "webhook_replays_team_index" ON "webhook_replays" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "webhook_replays_running_index" ON "webhook_replays" USING btree ("replayed") WHERE "webhook_replays"."state" = 'running';--> statement-breakpoint
CREATE INDEX "webhook_requests_events_index" ON "webhook_requests" USING gin ("event_ids");