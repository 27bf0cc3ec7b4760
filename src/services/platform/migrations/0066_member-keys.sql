ALTER TABLE "audit_events" ADD COLUMN "subject_service_id" text;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "member_digests" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "mentions" integer;--> statement-breakpoint
-- The loyalty service's id in the data of a received event, which is any JSON. Characters that jsonb rejects are left
-- out then. A longer id would not fit an index entry.
CREATE FUNCTION inbox_service_id(data text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
	document jsonb;
	id text;
BEGIN
	BEGIN
		document := data::jsonb;
	EXCEPTION WHEN others THEN
		BEGIN
			document := regexp_replace(data, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '', 'g')::jsonb;
		EXCEPTION WHEN others THEN
			RETURN NULL;
		END;
	END;
	id := coalesce(document #>> '{member_info,id}', document #>> '{data,member_info,id}');
	RETURN CASE WHEN length(id) <= 255 THEN id END;
END $$;--> statement-breakpoint
CREATE INDEX "inbox_events_service_id_index" ON "inbox_events" USING btree ("team_id",inbox_service_id("data"));--> statement-breakpoint
CREATE INDEX "gateway_job_chunks_service_ids_index" ON "gateway_job_chunks" USING gin ("service_ids");--> statement-breakpoint
CREATE INDEX "gateway_job_rows_service_id_index" ON "gateway_job_rows" USING btree ("service_id") WHERE "gateway_job_rows"."service_id" is not null;--> statement-breakpoint
CREATE INDEX "gateway_job_rows_imported_index" ON "gateway_job_rows" USING btree ("member_id") WHERE "gateway_job_rows"."service_id" is null;--> statement-breakpoint
CREATE INDEX "loyalty_members_earlier_index" ON "loyalty_members" USING btree ("program_id","member_id") WHERE "loyalty_members"."deleted_at" is not null and "loyalty_members"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_members_referrer_index" ON "loyalty_members" USING btree ("referrer_id") WHERE "loyalty_members"."referrer_id" is not null;--> statement-breakpoint
CREATE INDEX "loyalty_outbound_events_service_id_index" ON "loyalty_outbound_events" USING btree (("data" #>> '{member_info,id}'::text[]));--> statement-breakpoint
CREATE INDEX "audit_events_service_id_index" ON "audit_events" USING btree ("subject_service_id") WHERE "audit_events"."subject_service_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_events_member_changes_index" ON "audit_events" USING gin (jsonb_path_query_array("changes", '$[*] ? (@.field == "referrer" || @.field == "member" || @.field == "member_id" || @.field == "member_ids" || @.field == "memberId")'));--> statement-breakpoint
CREATE INDEX "erasures_member_digests_index" ON "erasures" USING gin ("member_digests");