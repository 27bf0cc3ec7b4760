ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "failure_emails" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "failure_emailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "is_paused_by_failures" boolean DEFAULT false NOT NULL;