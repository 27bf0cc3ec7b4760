CREATE TABLE "expiry_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "expiry_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"stage" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "expiry_notices_once_unique" UNIQUE("account_id","expires_at","stage")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "account_expiry_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "expiry_notices" ADD CONSTRAINT "expiry_notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expiry_notices" ADD CONSTRAINT "expiry_notices_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expiry_notices_due_index" ON "expiry_notices" USING btree ("next_attempt_at") WHERE "expiry_notices"."next_attempt_at" is not null;