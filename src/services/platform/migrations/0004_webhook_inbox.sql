CREATE TABLE "webhook_events" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"data" text NOT NULL,
	"member_id" text,
	"facts_at" timestamp (3) with time zone NOT NULL,
	"webhook_request_id" bigint NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"replays" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_events_event_unique" UNIQUE("team_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_member_facts" (
	"team_id" bigint NOT NULL,
	"member_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"facts_at" timestamp (3) with time zone NOT NULL,
	"member_info" text NOT NULL,
	CONSTRAINT "webhook_member_facts_team_id_member_id_pk" PRIMARY KEY("team_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"verdict" text NOT NULL,
	"reason" text,
	"request_id" text,
	"event_type" text,
	"total_count" bigint,
	"signature" text,
	"nonce" text,
	"body" "bytea",
	"event_ids" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_events_team_index" ON "webhook_events" USING btree ("team_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_events_member_index" ON "webhook_events" USING btree ("team_id","member_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_events_received_index" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "webhook_events_pending_index" ON "webhook_events" USING btree ("sequence") WHERE "webhook_events"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_requests_team_index" ON "webhook_requests" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "webhook_requests_verdict_index" ON "webhook_requests" USING btree ("team_id","verdict","id");--> statement-breakpoint
CREATE INDEX "webhook_requests_request_index" ON "webhook_requests" USING btree ("team_id","request_id");--> statement-breakpoint
CREATE INDEX "webhook_requests_received_index" ON "webhook_requests" USING btree ("received_at");