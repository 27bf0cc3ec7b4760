ALTER TABLE "loyalty_api_keys" ADD COLUMN "last_four" text;--> statement-breakpoint
ALTER TABLE "loyalty_api_keys" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "loyalty_api_keys" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loyalty_programs" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "loyalty_programs" ADD COLUMN "language" text;