ALTER TABLE "loyalty_connections" ADD COLUMN "previous_webhook_secret" text;--> statement-breakpoint
ALTER TABLE "loyalty_connections" ADD COLUMN "previous_secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" ADD COLUMN "attempts_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loyalty_delivery_attempts" ADD COLUMN "response" text;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "previous_encrypted_secret" text;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "previous_secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "event_types" jsonb;--> statement-breakpoint
CREATE INDEX "loyalty_deliveries_target_index" ON "loyalty_deliveries" USING btree ("target_id","id");