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
CREATE FUNCTION expected_loyalty_delivery_days(after bigint DEFAULT 0, until bigint DEFAULT 9223372036854775807) RETURNS SETOF "loyalty_delivery_days" LANGUAGE sql STABLE AS $$
	SELECT target_id, (created_at AT TIME ZONE 'UTC')::date, state, count(*) FROM loyalty_deliveries
	WHERE id > after AND id <= until GROUP BY 1, 2, 3
$$;--> statement-breakpoint
INSERT INTO "loyalty_delivery_days" SELECT * FROM expected_loyalty_delivery_days();--> statement-breakpoint
-- Counters change in the order of their keys, so that concurrent statements can't deadlock. Those that nothing is
-- counted in are deleted. Of a deleted target there are no counters any more.
CREATE FUNCTION add_to_loyalty_delivery_days(steps "loyalty_delivery_days"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "loyalty_delivery_days" AS counter
	SELECT step.* FROM unnest(steps) AS step
	WHERE step.total > 0 OR EXISTS (SELECT FROM "loyalty_webhook_targets" WHERE id = step.target_id)
	ORDER BY step.target_id, step.day, step.state
	ON CONFLICT ("target_id", "day", "state") DO UPDATE SET total = counter.total + excluded.total;
	IF EXISTS (SELECT FROM unnest(steps) AS step WHERE step.total <= 0) THEN
		DELETE FROM "loyalty_delivery_days" AS counter USING unnest(steps) AS step
		WHERE counter.target_id = step.target_id AND counter.day = step.day AND counter.state = step.state
			AND counter.total = 0;
	END IF;
END $$;--> statement-breakpoint
-- `set local patron.figures = 'direct'` switches it off in a transaction.
CREATE FUNCTION loyalty_count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE steps loyalty_delivery_days[];
BEGIN
	IF current_setting('patron.figures', true) = 'direct' THEN RETURN NULL; END IF;
	IF tg_op = 'UPDATE' THEN
		steps := array(
			SELECT row(sides.target_id, sides.day, sides.state, sum(change))::loyalty_delivery_days FROM (
				SELECT target_id, (created_at AT TIME ZONE 'UTC')::date AS day, state, 1 AS change FROM changed
				UNION ALL
				SELECT target_id, (created_at AT TIME ZONE 'UTC')::date, state, -1 FROM removed
			) AS sides
			GROUP BY sides.target_id, sides.day, sides.state HAVING sum(change) <> 0);
	ELSE
		steps := array(
			SELECT row(delivery.target_id, delivery.day, delivery.state,
				count(*) * CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END)::loyalty_delivery_days
			FROM (SELECT target_id, (created_at AT TIME ZONE 'UTC')::date AS day, state FROM changed) AS delivery
			GROUP BY delivery.target_id, delivery.day, delivery.state);
	END IF;
	IF cardinality(steps) > 0 THEN PERFORM add_to_loyalty_delivery_days(steps); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER loyalty_count_added_deliveries AFTER INSERT ON "loyalty_deliveries"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION loyalty_count_deliveries();--> statement-breakpoint
CREATE TRIGGER loyalty_count_changed_deliveries AFTER UPDATE ON "loyalty_deliveries"
REFERENCING OLD TABLE AS removed NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION loyalty_count_deliveries();--> statement-breakpoint
CREATE TRIGGER loyalty_count_removed_deliveries AFTER DELETE ON "loyalty_deliveries"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION loyalty_count_deliveries();
