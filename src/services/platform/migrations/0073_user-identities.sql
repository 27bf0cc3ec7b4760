CREATE TABLE "user_identities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_break_glass" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_subject_unique" ON "user_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_user_unique" ON "user_identities" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE INDEX "oauth_sessions_provider_index" ON "oauth_sessions" USING btree ("provider","provider_session_id") WHERE "oauth_sessions"."provider_session_id" is not null;--> statement-breakpoint
CREATE INDEX "invitations_address_index" ON "invitations" USING btree (lower("email"));--> statement-breakpoint
-- A new link or its end is a change of a way to sign in, like that of a passkey.
CREATE TRIGGER "user_identities_added" AFTER INSERT ON "user_identities"
FOR EACH ROW EXECUTE FUNCTION "increase_sign_in_version_of_owner"();--> statement-breakpoint
CREATE TRIGGER "user_identities_removed" AFTER DELETE ON "user_identities"
FOR EACH ROW EXECUTE FUNCTION "increase_sign_in_version_of_owner"();
