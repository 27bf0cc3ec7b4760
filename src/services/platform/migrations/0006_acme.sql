CREATE TABLE "acme_accounts" (
	"directory_url" text PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acme_challenges" (
	"token" text PRIMARY KEY NOT NULL,
	"key_authorization" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "domain_certificates" ADD COLUMN "issuer" text;--> statement-breakpoint
CREATE INDEX "acme_challenges_expiry_index" ON "acme_challenges" USING btree ("expires_at");