ALTER TABLE "connect_states" DROP CONSTRAINT "connect_states_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "connect_states" ADD CONSTRAINT "connect_states_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;