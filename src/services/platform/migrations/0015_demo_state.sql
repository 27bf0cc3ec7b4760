CREATE TABLE "demo_state" (
	"id" text PRIMARY KEY DEFAULT 'demo' NOT NULL,
	"is_on" boolean NOT NULL,
	"user_ids" bigint[] NOT NULL
);
