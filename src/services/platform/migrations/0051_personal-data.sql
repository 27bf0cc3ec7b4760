CREATE TABLE "erasures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"receipt" text NOT NULL,
	"team_id" bigint,
	"subject" jsonb,
	"digests" text[] NOT NULL,
	"erased" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"remaining" text[] DEFAULT '{}' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "erasures_receipt_unique" UNIQUE("receipt")
);
--> statement-breakpoint
ALTER TABLE "loyalty_members" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "erasures_due_index" ON "erasures" USING btree ("next_attempt_at") WHERE "erasures"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "loyalty_members_to_erase_index" ON "loyalty_members" USING btree ("deleted_at") WHERE "loyalty_members"."deleted_at" is not null and "loyalty_members"."erased_at" is null;