CREATE TABLE "authentication_factors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "authentication_factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"type" text NOT NULL,
	"channel" text,
	"external_id" text,
	"status" text NOT NULL,
	"is_default" boolean NOT NULL,
	"totp_seed" text,
	"totp_last_step" bigint,
	"code_hash" text,
	"code_sent_at" timestamp (3) with time zone,
	"code_expires_at" timestamp (3) with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "authentication_factors_kind_unique" UNIQUE NULLS NOT DISTINCT("user_id","type","channel")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"factor_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_factor_id_code_hash_pk" PRIMARY KEY("factor_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "domain_certificates" (
	"domain_id" bigint PRIMARY KEY NOT NULL,
	"chain" text,
	"private_key" text,
	"expires_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "local_authorities" (
	"name" text PRIMARY KEY NOT NULL,
	"certificate" text NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domain_roles" (
	"domain_id" bigint NOT NULL,
	"role_id" bigint NOT NULL,
	CONSTRAINT "domain_roles_domain_id_role_id_pk" PRIMARY KEY("domain_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"default_experience_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domains_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "loyalty_connections" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"base_url" text,
	"partner_id" text NOT NULL,
	"api_key" text NOT NULL,
	"webhook_secret" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"to" text NOT NULL,
	"subject" text,
	"text" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "authentication_factors" ADD CONSTRAINT "authentication_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_factor_id_authentication_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."authentication_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_certificates" ADD CONSTRAINT "domain_certificates_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_roles" ADD CONSTRAINT "domain_roles_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_roles" ADD CONSTRAINT "domain_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "authentication_factors_default_unique" ON "authentication_factors" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "domain_certificates_due_index" ON "domain_certificates" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "domain_roles_role_index" ON "domain_roles" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "domains_team_index" ON "domains" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "messages_due_index" ON "messages" USING btree ("next_attempt_at") WHERE "messages"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_recipient_index" ON "messages" USING btree ("to");