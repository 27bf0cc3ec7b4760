CREATE TABLE "loyalty_delivery_days" (
	"target_id" bigint NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "loyalty_delivery_days_target_id_day_state_pk" PRIMARY KEY("target_id","day","state")
);
--> statement-breakpoint
CREATE TABLE "loyalty_webhook_resends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loyalty_webhook_resends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"target_id" bigint NOT NULL,
	"after_position" bigint,
	"created_from" timestamp (3) with time zone,
	"last_event_id" bigint DEFAULT 0 NOT NULL,
	"until_position" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" ALTER COLUMN "body" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "loyalty_connections" ADD COLUMN "webhook_id" bigint;--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" ADD COLUMN "event_ids" bigint[];--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "loyalty_deliveries" ADD COLUMN "body_hash" text;--> statement-breakpoint
ALTER TABLE "loyalty_delivery_attempts" ADD COLUMN "headers" jsonb;--> statement-breakpoint
ALTER TABLE "loyalty_outbound_events" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "loyalty_outbound_events" ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "next_encrypted_secret" text;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "next_secret_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_targets" ADD COLUMN "paused_position" bigint;--> statement-breakpoint
ALTER TABLE "loyalty_delivery_days" ADD CONSTRAINT "loyalty_delivery_days_target_id_loyalty_webhook_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."loyalty_webhook_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_webhook_resends" ADD CONSTRAINT "loyalty_webhook_resends_target_id_loyalty_webhook_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."loyalty_webhook_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loyalty_webhook_resends_target_index" ON "loyalty_webhook_resends" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "loyalty_deliveries_state_index" ON "loyalty_deliveries" USING btree ("target_id","state","id");--> statement-breakpoint
CREATE INDEX "loyalty_deliveries_events_index" ON "loyalty_deliveries" USING gin ("event_ids");--> statement-breakpoint
CREATE INDEX "loyalty_deliveries_incomplete_index" ON "loyalty_deliveries" USING btree ("id") WHERE "loyalty_deliveries"."event_ids" is null;--> statement-breakpoint
CREATE INDEX "loyalty_outbound_events_program_waiting_index" ON "loyalty_outbound_events" USING btree ("program_id","id") WHERE "loyalty_outbound_events"."batched_at" is null;--> statement-breakpoint
CREATE INDEX "loyalty_outbound_events_program_index" ON "loyalty_outbound_events" USING btree ("program_id","created_at","id");--> statement-breakpoint
CREATE INDEX "loyalty_outbound_events_position_index" ON "loyalty_outbound_events" USING btree ("program_id","position") WHERE "loyalty_outbound_events"."position" is not null;--> statement-breakpoint
UPDATE "loyalty_connections" SET "webhook_id" = (
	SELECT min(target.id) FROM "loyalty_webhook_targets" target
	JOIN "loyalty_programs" program ON program.id = target.program_id
	WHERE program.partner_id = "loyalty_connections".partner_id
		AND target.url LIKE '%/gateway/teams/' || "loyalty_connections".team_id || '/webhooks/loyalty'
) WHERE "base_url" IS NULL;--> statement-breakpoint
CREATE SEQUENCE "loyalty_event_positions";--> statement-breakpoint
CREATE FUNCTION loyalty_set_event_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.position := nextval('loyalty_event_positions');
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER loyalty_set_event_position BEFORE UPDATE ON "loyalty_outbound_events"
FOR EACH ROW WHEN (old.batched_at IS NULL AND new.batched_at IS NOT NULL)
EXECUTE FUNCTION loyalty_set_event_position();--> statement-breakpoint
UPDATE "loyalty_webhook_targets" SET "paused_position" = 0 WHERE "disabled_at" IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION loyalty_set_paused_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.disabled_at IS NULL THEN
		new.paused_position := NULL;
	ELSIF new.paused_position IS NULL THEN
		new.paused_position := nextval('loyalty_event_positions');
	END IF;
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER loyalty_set_paused_position BEFORE INSERT OR UPDATE OF "disabled_at" ON "loyalty_webhook_targets"
FOR EACH ROW EXECUTE FUNCTION loyalty_set_paused_position();--> statement-breakpoint
-- For processes before 0.3.0, which send the stored body. Later ones build it themselves, with the same bytes.
CREATE FUNCTION loyalty_build_delivery_body() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT '{"request_id":' || to_json(new.request_id) || ',"total_count":' || count(*)
		|| ',"created_date":"' || to_char(new.created_at AT TIME ZONE 'UTC', 'MM/DD/YYYY HH24:MI:SS')
		|| '","events":[' || coalesce(string_agg(
			'{"id":' || to_json(event.event_id) || ',"event_type":' || to_json(event.event_type)
			|| ',"data":' || event.data || '}', ',' ORDER BY item.number), '') || ']}'
	INTO new.body
	FROM unnest(new.event_ids) WITH ORDINALITY AS item (event_id, number)
	JOIN "loyalty_outbound_events" event ON event.id = item.event_id;
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER loyalty_build_delivery_body BEFORE UPDATE OF "attempts" ON "loyalty_deliveries"
FOR EACH ROW WHEN (
	new.attempts > old.attempts AND new.body = '' AND new.event_ids IS NOT NULL
	AND coalesce(current_setting('patron.builds_bodies', true), '') <> 'on'
) EXECUTE FUNCTION loyalty_build_delivery_body();--> statement-breakpoint
INSERT INTO "loyalty_delivery_days" ("target_id", "day", "state", "total")
SELECT target_id, (created_at AT TIME ZONE 'UTC')::date, state, count(*) FROM "loyalty_deliveries" GROUP BY 1, 2, 3;--> statement-breakpoint
-- Counters change in the order of their keys, so that concurrent statements can't deadlock.
CREATE FUNCTION loyalty_count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		INSERT INTO "loyalty_delivery_days" AS counted ("target_id", "day", "state", "total")
		SELECT target_id, (created_at AT TIME ZONE 'UTC')::date, state, count(*) FROM added
		GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
		ON CONFLICT ("target_id", "day", "state") DO UPDATE SET total = counted.total + excluded.total;
	ELSIF tg_op = 'UPDATE' THEN
		INSERT INTO "loyalty_delivery_days" AS counted ("target_id", "day", "state", "total")
		SELECT target_id, day, state, sum(change) FROM (
			SELECT target_id, (created_at AT TIME ZONE 'UTC')::date AS day, state, 1 AS change FROM added
			UNION ALL
			SELECT target_id, (created_at AT TIME ZONE 'UTC')::date, state, -1 FROM removed
		) changed
		GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
		ON CONFLICT ("target_id", "day", "state") DO UPDATE SET total = counted.total + excluded.total;
	ELSE
		-- Of a deleted target there are no counters any more.
		PERFORM 1 FROM "loyalty_delivery_days" counted
		WHERE EXISTS (
			SELECT FROM removed WHERE removed.target_id = counted.target_id AND removed.state = counted.state
				AND (removed.created_at AT TIME ZONE 'UTC')::date = counted.day
		)
		ORDER BY target_id, day, state FOR UPDATE;
		UPDATE "loyalty_delivery_days" counted SET total = counted.total - gone.total
		FROM (
			SELECT target_id, (created_at AT TIME ZONE 'UTC')::date AS day, state, count(*) AS total FROM removed
			GROUP BY 1, 2, 3
		) gone
		WHERE counted.target_id = gone.target_id AND counted.day = gone.day AND counted.state = gone.state;
		DELETE FROM "loyalty_delivery_days" counted USING removed
		WHERE counted.target_id = removed.target_id AND counted.day = (removed.created_at AT TIME ZONE 'UTC')::date
			AND counted.state = removed.state AND counted.total <= 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER loyalty_count_added_deliveries AFTER INSERT ON "loyalty_deliveries"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION loyalty_count_deliveries();--> statement-breakpoint
CREATE TRIGGER loyalty_count_changed_deliveries AFTER UPDATE ON "loyalty_deliveries"
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION loyalty_count_deliveries();--> statement-breakpoint
CREATE TRIGGER loyalty_count_removed_deliveries AFTER DELETE ON "loyalty_deliveries"
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION loyalty_count_deliveries();
