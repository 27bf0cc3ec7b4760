CREATE TABLE "encryption_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL
);
