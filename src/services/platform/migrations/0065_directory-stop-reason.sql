ALTER TABLE "directory_states" ADD COLUMN "crawl_stop_reason" text;--> statement-breakpoint
ALTER TABLE "directory_states" ADD COLUMN "stop_reason" text;