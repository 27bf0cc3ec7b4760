CREATE TABLE "user_activity" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"last_active_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_activity" ADD CONSTRAINT "user_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Those who joined before have what the audit log knows, not the time of this migration.
ALTER TABLE "memberships" ADD COLUMN "joined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "joined_at" SET DEFAULT now();--> statement-breakpoint
UPDATE "memberships" SET "joined_at" = joined.at FROM (
  SELECT "team_id", CASE "action" WHEN 'person.create' THEN "subject_id" ELSE "actor_id" END AS user_id, max("at") AS at
  FROM "audit_events"
  WHERE ("subject_type" = 'invitation' AND "action" = 'invitation.accept' AND "actor_kind" = 'user')
    OR ("subject_type" = 'user' AND "action" = 'person.create')
  GROUP BY 1, 2
) AS joined
WHERE joined.team_id = "memberships"."team_id" AND joined.user_id = "memberships"."user_id"::text;--> statement-breakpoint
INSERT INTO "user_activity" SELECT "user_id", max("last_used_at") FROM "oauth_sessions" GROUP BY "user_id";--> statement-breakpoint
-- Sessions are deleted when they end; their last use stays, whatever version records it. A copy has the rows already:
-- `set local patron.figures = 'direct'` switches this off in a transaction.
CREATE FUNCTION "record_user_activity"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('patron.figures', true) = 'direct' THEN RETURN NULL; END IF;
  INSERT INTO "user_activity" AS activity VALUES (NEW.user_id, NEW.last_used_at)
  ON CONFLICT (user_id) DO UPDATE SET last_active_at = excluded.last_active_at
  WHERE excluded.last_active_at > activity.last_active_at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "oauth_sessions_activity" AFTER INSERT OR UPDATE OF "last_used_at" ON "oauth_sessions"
FOR EACH ROW EXECUTE FUNCTION "record_user_activity"();
