CREATE TABLE "failed_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"secret_digest" text,
	"redirect_uris" text[] DEFAULT '{}'::text[] NOT NULL,
	"scopes" text[] DEFAULT '{}'::text[] NOT NULL,
	"cors_origins" text[] DEFAULT '{}'::text[] NOT NULL,
	"connect_origins" text[],
	"connect_redirect_uris" text[],
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "oauth_artifacts_uid_index";--> statement-breakpoint
CREATE INDEX "failed_attempts_expiry_index" ON "failed_attempts" USING btree ("window_ends_at");--> statement-breakpoint
ALTER TABLE "oauth_artifacts" DROP COLUMN "uid";