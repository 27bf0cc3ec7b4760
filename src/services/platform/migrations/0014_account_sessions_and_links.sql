CREATE TABLE "one_time_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "one_time_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"token_digest" text NOT NULL,
	"user_id" bigint NOT NULL,
	"email" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_time_links_token_unique" UNIQUE("token_digest")
);
--> statement-breakpoint
CREATE TABLE "oauth_sessions" (
	"kind" text DEFAULT 'Grant' NOT NULL,
	"id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"client_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"ip" text,
	"user_agent" text,
	CONSTRAINT "oauth_sessions_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_sessions" ADD CONSTRAINT "oauth_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_sessions" ADD CONSTRAINT "oauth_sessions_kind_id_oauth_artifacts_kind_id_digest_fk" FOREIGN KEY ("kind","id") REFERENCES "public"."oauth_artifacts"("kind","id_digest") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_links_user_index" ON "one_time_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_links_expiry_index" ON "one_time_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_sessions_user_index" ON "oauth_sessions" USING btree ("user_id");--> statement-breakpoint
INSERT INTO "oauth_sessions" ("id", "user_id", "client_id", "created_at", "last_used_at")
SELECT "id_digest", "users"."id", "payload"->>'clientId', "begun"."at", "begun"."at"
FROM "oauth_artifacts"
JOIN "users" ON "users"."id" = ("payload"->>'accountId')::bigint
CROSS JOIN LATERAL (SELECT to_timestamp(coalesce(("payload"->>'iat')::double precision, extract(epoch from now())))) AS "begun" ("at")
WHERE "kind" = 'Grant';
