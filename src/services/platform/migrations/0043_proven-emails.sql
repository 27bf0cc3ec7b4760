CREATE TABLE "email_codes" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proven_email" text;--> statement-breakpoint
UPDATE "users" SET "proven_email" = "email";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "proven_email" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_proven_email_unique" ON "users" USING btree (lower("proven_email"));