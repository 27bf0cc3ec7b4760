CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"email" text NOT NULL,
	"role_id" bigint NOT NULL,
	"token_digest" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_token_unique" UNIQUE("token_digest")
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"changes" jsonb NOT NULL,
	"request_id" text,
	"ip" text,
	"team_id" bigint,
	"partner_id" text,
	"user_id" bigint
);
--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "can_administer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email_unique" ON "invitations" USING btree ("team_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_expiry_index" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_events_team_index" ON "audit_events" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_program_index" ON "audit_events" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_user_index" ON "audit_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_time_index" ON "audit_events" USING btree ("at");--> statement-breakpoint
UPDATE "roles" SET "can_administer" = "can_write"
WHERE "name" = 'Administrator'
OR NOT EXISTS (SELECT FROM "roles" AS "others" WHERE "others"."team_id" = "roles"."team_id" AND "others"."name" = 'Administrator' AND "others"."can_write");
