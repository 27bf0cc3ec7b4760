ALTER TABLE "domains" ADD COLUMN "records_lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "records_check_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "domains_records_check_index" ON "domains" USING btree ("records_check_at") WHERE status = 'valid';