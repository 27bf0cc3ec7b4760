CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"type" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"image_url" text,
	"site" text,
	"expires_at" timestamp (3) with time zone,
	"capabilities" text[] NOT NULL,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"followers_count" bigint DEFAULT 0 NOT NULL,
	"follows_count" bigint DEFAULT 0 NOT NULL,
	"media_count" bigint DEFAULT 0 NOT NULL,
	"likes_count" bigint,
	"credentials" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_team_type_external_id_unique" UNIQUE("team_id","type","external_id")
);
--> statement-breakpoint
CREATE TABLE "connect_states" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connect_states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state_digest" text NOT NULL,
	"user_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"account_id" bigint,
	"account_type" text NOT NULL,
	"site" text,
	"code_verifier" text NOT NULL,
	"origin" text,
	"redirect_uri" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connect_states_digest_unique" UNIQUE("state_digest")
);
--> statement-breakpoint
CREATE TABLE "subaccounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subaccounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subaccounts_account_external_id_unique" UNIQUE("account_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "board_social_feeds" (
	"board_id" bigint NOT NULL,
	"social_feed_id" bigint NOT NULL,
	CONSTRAINT "board_social_feeds_board_id_social_feed_id_pk" PRIMARY KEY("board_id","social_feed_id")
);
--> statement-breakpoint
CREATE TABLE "boards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "boards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_feeds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "social_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loyalty_activities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_id" bigint NOT NULL,
	"service_id" text NOT NULL,
	"activity_id" text NOT NULL,
	"name" text NOT NULL,
	"benefit_type" text DEFAULT 'points' NOT NULL,
	"approval_method" text DEFAULT 'immediate' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"resets_points_expiry" boolean DEFAULT false NOT NULL,
	"show_on_guest_dashboard" boolean DEFAULT true NOT NULL,
	"qualifies_for_tier_upgrade" boolean DEFAULT true NOT NULL,
	"short_description" text DEFAULT '' NOT NULL,
	"description_html" text DEFAULT '' NOT NULL,
	"background_image_url" text,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"extra_config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"points_config" jsonb NOT NULL,
	"rules_config" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "loyalty_activities_service_id_unique" UNIQUE("service_id"),
	CONSTRAINT "loyalty_activities_activity_id_unique" UNIQUE("program_id","activity_id")
);
--> statement-breakpoint
CREATE TABLE "loyalty_member_counters" (
	"program_id" bigint NOT NULL,
	"status" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "loyalty_member_counters_program_id_status_pk" PRIMARY KEY("program_id","status")
);
--> statement-breakpoint
CREATE TABLE "loyalty_members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_id" bigint NOT NULL,
	"service_id" text NOT NULL,
	"member_id" text NOT NULL,
	"status" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email_address" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"unique_email" text,
	"unique_phone" text,
	"birthdate" text DEFAULT '' NOT NULL,
	"anniversary_date" text DEFAULT '' NOT NULL,
	"first_purchase_date" text,
	"last_purchase_date" text,
	"enrolled_at" timestamp (3) with time zone NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"twitter_handle" text DEFAULT '' NOT NULL,
	"instagram_handle" text DEFAULT '' NOT NULL,
	"preferred_language" text DEFAULT '' NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"address_line1" text DEFAULT '' NOT NULL,
	"address_line2" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"email_subscription_status" text DEFAULT 'subscribed' NOT NULL,
	"custom_attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tier_id" bigint,
	"tier_period_start" timestamp (3) with time zone NOT NULL,
	"tier_period_end" timestamp (3) with time zone,
	"qualified_points" bigint DEFAULT 0 NOT NULL,
	"available_points" bigint DEFAULT 0 NOT NULL,
	"pending_points" bigint DEFAULT 0 NOT NULL,
	"points_earned" bigint DEFAULT 0 NOT NULL,
	"points_expired" bigint DEFAULT 0 NOT NULL,
	"points_deducted" bigint DEFAULT 0 NOT NULL,
	"points_redeemed" bigint DEFAULT 0 NOT NULL,
	"expiration_schedule" jsonb,
	"revenue" numeric(16, 2) DEFAULT 0 NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"redemptions" integer DEFAULT 0 NOT NULL,
	"activities_done" integer DEFAULT 0 NOT NULL,
	"referral_code" text NOT NULL,
	"referrer_id" bigint
);
--> statement-breakpoint
CREATE TABLE "loyalty_point_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_point_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"activity_id" bigint,
	"kind" text NOT NULL,
	"points" bigint NOT NULL,
	"remaining" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"qualifies" boolean DEFAULT false NOT NULL,
	"reference" bigint,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "loyalty_point_transactions_points_check" CHECK ("loyalty_point_transactions"."points" >= 0),
	CONSTRAINT "loyalty_point_transactions_remaining_check" CHECK ("loyalty_point_transactions"."remaining" between 0 and "loyalty_point_transactions"."points")
);
--> statement-breakpoint
CREATE TABLE "loyalty_api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "loyalty_api_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "loyalty_programs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_programs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"partner_id" text NOT NULL,
	"name" text NOT NULL,
	"email_unique" boolean DEFAULT false NOT NULL,
	"phone_unique" boolean DEFAULT false NOT NULL,
	"referral_base_url" text NOT NULL,
	"points_expire_after_days" integer,
	"tier_period_months" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "loyalty_programs_partner_unique" UNIQUE("partner_id")
);
--> statement-breakpoint
CREATE TABLE "loyalty_tiers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_tiers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_id" bigint NOT NULL,
	"service_id" text NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"threshold" bigint NOT NULL,
	CONSTRAINT "loyalty_tiers_service_id_unique" UNIQUE("service_id"),
	CONSTRAINT "loyalty_tiers_threshold_unique" UNIQUE("program_id","threshold")
);
--> statement-breakpoint
CREATE TABLE "loyalty_webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_id" bigint NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"batched_at" timestamp (3) with time zone,
	CONSTRAINT "loyalty_webhook_events_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "loyalty_webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_request_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"status" integer,
	"error" text,
	CONSTRAINT "loyalty_webhook_attempts_number_unique" UNIQUE("webhook_request_id","number")
);
--> statement-breakpoint
CREATE TABLE "loyalty_webhook_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_webhook_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"target_id" bigint NOT NULL,
	"request_id" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "loyalty_webhook_requests_request_id_unique" UNIQUE("request_id")
);
--> statement-breakpoint
CREATE TABLE "loyalty_webhook_targets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_webhook_targets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_id" bigint NOT NULL,
	"url" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_states" ADD CONSTRAINT "connect_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_states" ADD CONSTRAINT "connect_states_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_states" ADD CONSTRAINT "connect_states_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subaccounts" ADD CONSTRAINT "subaccounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_social_feeds" ADD CONSTRAINT "board_social_feeds_board_id_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_social_feeds" ADD CONSTRAINT "board_social_feeds_social_feed_id_social_feeds_id_fk" FOREIGN KEY ("social_feed_id") REFERENCES "public"."social_feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_templates" ADD CONSTRAINT "email_templates_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_feeds" ADD CONSTRAINT "social_feeds_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_feeds" ADD CONSTRAINT "social_feeds_account_key" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_activities" ADD CONSTRAINT "loyalty_activities_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_member_counters" ADD CONSTRAINT "loyalty_member_counters_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_members" ADD CONSTRAINT "loyalty_members_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_members" ADD CONSTRAINT "loyalty_members_tier_id_loyalty_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."loyalty_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_members" ADD CONSTRAINT "loyalty_members_referrer_id_loyalty_members_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."loyalty_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_point_transactions" ADD CONSTRAINT "loyalty_point_transactions_member_id_loyalty_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."loyalty_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_point_transactions" ADD CONSTRAINT "loyalty_point_transactions_activity_id_loyalty_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."loyalty_activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_api_keys" ADD CONSTRAINT "loyalty_api_keys_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_tiers" ADD CONSTRAINT "loyalty_tiers_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_events" ADD CONSTRAINT "loyalty_webhook_events_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_attempts" ADD CONSTRAINT "loyalty_webhook_attempts_webhook_request_id_loyalty_webhook_requests_id_fk" FOREIGN KEY ("webhook_request_id") REFERENCES "public"."loyalty_webhook_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_requests" ADD CONSTRAINT "loyalty_webhook_requests_target_id_loyalty_webhook_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."loyalty_webhook_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD CONSTRAINT "loyalty_webhook_targets_program_id_loyalty_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."loyalty_programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_team_id_index" ON "accounts" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "connect_states_expiry_index" ON "connect_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connect_states_account_index" ON "connect_states" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "board_social_feeds_feed_index" ON "board_social_feeds" USING btree ("social_feed_id");--> statement-breakpoint
CREATE INDEX "boards_team_index" ON "boards" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "email_templates_team_index" ON "email_templates" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "social_feeds_account_index" ON "social_feeds" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "social_feeds_team_index" ON "social_feeds" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_members_service_id_unique" ON "loyalty_members" USING btree ("service_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_members_member_id_unique" ON "loyalty_members" USING btree ("program_id","member_id") WHERE "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_members_email_unique" ON "loyalty_members" USING btree ("program_id","unique_email") WHERE "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_members_phone_unique" ON "loyalty_members" USING btree ("program_id","unique_phone") WHERE "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_members_referral_code_unique" ON "loyalty_members" USING btree ("program_id","referral_code");--> statement-breakpoint
CREATE INDEX "loyalty_members_list_index" ON "loyalty_members" USING btree ("program_id","status","id","enrolled_at","modified_at") WHERE "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_members_enrolled_index" ON "loyalty_members" USING btree ("program_id","status","enrolled_at","id") WHERE "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_members_modified_index" ON "loyalty_members" USING btree ("program_id","status","modified_at","id") WHERE "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_members_tags_index" ON "loyalty_members" USING gin ("tags") WHERE "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_members_period_end_index" ON "loyalty_members" USING btree ("tier_period_end") WHERE "loyalty_members"."tier_period_end" is not null and "loyalty_members"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_point_transactions_member_index" ON "loyalty_point_transactions" USING btree ("member_id","activity_id","occurred_at");--> statement-breakpoint
CREATE INDEX "loyalty_point_transactions_left_index" ON "loyalty_point_transactions" USING btree ("member_id","expires_at") WHERE "loyalty_point_transactions"."remaining" > 0;--> statement-breakpoint
CREATE INDEX "loyalty_point_transactions_expiry_index" ON "loyalty_point_transactions" USING btree ("expires_at") WHERE "loyalty_point_transactions"."remaining" > 0;--> statement-breakpoint
CREATE INDEX "loyalty_api_keys_program_index" ON "loyalty_api_keys" USING btree ("program_id");--> statement-breakpoint
CREATE INDEX "loyalty_webhook_events_waiting_index" ON "loyalty_webhook_events" USING btree ("id") WHERE "loyalty_webhook_events"."batched_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_webhook_requests_due_index" ON "loyalty_webhook_requests" USING btree ("target_id","next_attempt_at") WHERE "loyalty_webhook_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "loyalty_webhook_targets_program_index" ON "loyalty_webhook_targets" USING btree ("program_id");