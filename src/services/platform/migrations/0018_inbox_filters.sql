ALTER TABLE "inbox_replays" ALTER COLUMN "since" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_deliveries" ADD COLUMN "claimed_request_id" text;--> statement-breakpoint
ALTER TABLE "inbox_deliveries" ADD COLUMN "event_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_deliveries" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "inbox_deliveries" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_events" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_replays" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_replays" ADD COLUMN "event_type" text;--> statement-breakpoint
ALTER TABLE "inbox_replays" ADD COLUMN "member_id" text;--> statement-breakpoint
ALTER TABLE "inbox_replays" ADD COLUMN "event_state" text;--> statement-breakpoint
ALTER TABLE "loyalty_point_transactions" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE INDEX "inbox_deliveries_claimed_index" ON "inbox_deliveries" USING btree ("team_id","claimed_request_id");--> statement-breakpoint
CREATE INDEX "inbox_events_type_index" ON "inbox_events" USING btree ("team_id","event_type","sequence");--> statement-breakpoint
UPDATE "inbox_deliveries" SET "event_types" = ARRAY["event_type"] WHERE "event_type" IS NOT NULL;
