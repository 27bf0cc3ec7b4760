ALTER TABLE "oauth_sessions" ADD COLUMN "ways" text[];--> statement-breakpoint
ALTER TABLE "oauth_sessions" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "oauth_sessions" ADD COLUMN "provider_session_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sign_in_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A sign-in in progress ends when a way to sign in changes, whatever version changes it. The update of the user waits for
-- no one else: each change of a factor has locked the user already.
CREATE FUNCTION "increase_sign_in_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sign_in_version := OLD.sign_in_version + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_sign_in_version" BEFORE UPDATE OF "password_hash" ON "users"
FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION "increase_sign_in_version"();--> statement-breakpoint
-- Recovery codes only replace another factor, and can be created while a sign-in asks for it.
-- A copy has the number already: `set local patron.figures = 'direct'` switches this off in a transaction.
CREATE FUNCTION "increase_sign_in_version_of_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('patron.figures', true) = 'direct' THEN RETURN NULL; END IF;
  UPDATE "users" SET "sign_in_version" = "sign_in_version" + 1
  WHERE "id" = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "authentication_factors_added" AFTER INSERT ON "authentication_factors"
FOR EACH ROW WHEN (NEW.status = 'active' AND NEW.type <> 'recovery_code') EXECUTE FUNCTION "increase_sign_in_version_of_owner"();--> statement-breakpoint
CREATE TRIGGER "authentication_factors_changed" AFTER UPDATE OF "status" ON "authentication_factors"
FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION "increase_sign_in_version_of_owner"();--> statement-breakpoint
CREATE TRIGGER "authentication_factors_removed" AFTER DELETE ON "authentication_factors"
FOR EACH ROW WHEN (OLD.status = 'active' AND OLD.type <> 'recovery_code') EXECUTE FUNCTION "increase_sign_in_version_of_owner"();
