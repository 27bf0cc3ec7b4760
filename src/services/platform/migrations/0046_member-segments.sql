ALTER TABLE "directory_members" ADD COLUMN "first_purchase_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "last_purchase_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "purchases" double precision;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "redemptions" double precision;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "revenue" double precision;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "lifetime_points" bigint;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "expirations" date[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "next_expiration" date;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "traits" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_members" ADD COLUMN "numbers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "directory_members_traits_index" ON "directory_members" USING gin ("traits");--> statement-breakpoint
CREATE INDEX "directory_members_first_purchase_index" ON "directory_members" USING btree ("team_id","first_purchase_at");--> statement-breakpoint
CREATE INDEX "directory_members_last_purchase_index" ON "directory_members" USING btree ("team_id","last_purchase_at");--> statement-breakpoint
CREATE INDEX "directory_members_purchases_index" ON "directory_members" USING btree ("team_id","purchases");--> statement-breakpoint
CREATE INDEX "directory_members_redemptions_index" ON "directory_members" USING btree ("team_id","redemptions");--> statement-breakpoint
CREATE INDEX "directory_members_revenue_index" ON "directory_members" USING btree ("team_id","revenue");--> statement-breakpoint
CREATE INDEX "directory_members_lifetime_points_index" ON "directory_members" USING btree ("team_id","lifetime_points");--> statement-breakpoint
CREATE INDEX "directory_members_next_expiration_index" ON "directory_members" USING btree ("team_id","next_expiration");--> statement-breakpoint
-- Members are read again to fill these columns. Until then the directories are being built: a filter would
-- leave out members that match.
UPDATE "directory_states" SET
  "crawl_started_at" = NULL, "crawl_status" = NULL, "crawl_cursor" = NULL, "crawl_read" = 0,
  "complete_at" = NULL, "current_at" = NULL, "next_attempt_at" = now();
