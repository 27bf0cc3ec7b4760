CREATE TABLE "experiences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "experiences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"domain_id" bigint,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"analytics_id" text NOT NULL,
	"analytics_type" text NOT NULL,
	"captcha_type" text,
	"captcha_public_key" text,
	"cookie_consent" boolean NOT NULL,
	"noindex" boolean NOT NULL,
	"bypass_mime_type_validation" boolean NOT NULL,
	"favicon_url" text NOT NULL,
	"maximum_image_size" integer NOT NULL,
	"maximum_video_size" integer NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiences_team_slug_unique" UNIQUE("team_id","slug")
);
--> statement-breakpoint
ALTER TABLE "experiences" ADD CONSTRAINT "experiences_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiences" ADD CONSTRAINT "experiences_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "experiences_domain_index" ON "experiences" USING btree ("domain_id");