ALTER TABLE "directory_states" ADD COLUMN "crawl_without_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_states" ADD COLUMN "without_id" integer DEFAULT 0 NOT NULL;