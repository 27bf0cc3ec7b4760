CREATE TABLE "installed_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"installed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
