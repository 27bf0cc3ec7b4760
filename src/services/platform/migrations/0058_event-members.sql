ALTER TABLE "directory_members" ADD COLUMN "previous_tier_name" text;--> statement-breakpoint
ALTER TABLE "inbox_events" ADD COLUMN "previous_tier" text;