-- Derived figures: statement triggers on members and the ledger keep the counters and sums that are added up from
-- them, for every writer of every version. `set local patron.figures = 'direct'` switches them off in a transaction.
CREATE FUNCTION "ignore_row"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;--> statement-breakpoint
CREATE TYPE "loyalty_member_step" AS (program_id bigint, status text, day date, tags text[], total bigint);--> statement-breakpoint
-- The `add_to_` functions change counters in the order of their keys, and delete those that nothing is counted in.
-- A counter isn't created for an owner that is being deleted, with its members.
CREATE FUNCTION "add_to_loyalty_member_counters"(steps "loyalty_member_counters"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "loyalty_member_counters" AS counter
  SELECT step.* FROM unnest(steps) AS step
  WHERE step.total > 0 OR EXISTS (SELECT FROM "loyalty_programs" WHERE id = step.program_id)
  ORDER BY step.program_id, step.status
  ON CONFLICT (program_id, status) DO UPDATE SET total = counter.total + excluded.total;
  IF EXISTS (SELECT FROM unnest(steps) AS step WHERE step.total <= 0) THEN
    DELETE FROM "loyalty_member_counters" AS counter USING unnest(steps) AS step
    WHERE counter.program_id = step.program_id AND counter.status = step.status AND counter.total = 0;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "add_to_loyalty_member_day_counters"(steps "loyalty_member_day_counters"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "loyalty_member_day_counters" AS counter
  SELECT step.* FROM unnest(steps) AS step
  WHERE step.total > 0 OR EXISTS (SELECT FROM "loyalty_programs" WHERE id = step.program_id)
  ORDER BY step.program_id, step.status, step.day
  ON CONFLICT (program_id, status, day) DO UPDATE SET total = counter.total + excluded.total;
  IF EXISTS (SELECT FROM unnest(steps) AS step WHERE step.total <= 0) THEN
    DELETE FROM "loyalty_member_day_counters" AS counter USING unnest(steps) AS step
    WHERE counter.program_id = step.program_id AND counter.status = step.status AND counter.day = step.day
      AND counter.total = 0;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "add_to_loyalty_member_tag_counters"(steps "loyalty_member_tag_counters"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "loyalty_member_tag_counters" AS counter
  SELECT step.* FROM unnest(steps) AS step
  WHERE step.total > 0 OR EXISTS (SELECT FROM "loyalty_programs" WHERE id = step.program_id)
  ORDER BY step.program_id, step.status, step.tags_digest
  ON CONFLICT (program_id, status, tags_digest) DO UPDATE SET total = counter.total + excluded.total;
  IF EXISTS (SELECT FROM unnest(steps) AS step WHERE step.total <= 0) THEN
    DELETE FROM "loyalty_member_tag_counters" AS counter USING unnest(steps) AS step
    WHERE counter.program_id = step.program_id AND counter.status = step.status
      AND counter.tags_digest = step.tags_digest AND counter.total = 0;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "add_to_loyalty_point_month_sums"(steps "loyalty_point_month_sums"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "loyalty_point_month_sums" AS counter
  SELECT step.* FROM unnest(steps) AS step
  WHERE EXISTS (SELECT FROM "loyalty_programs" WHERE id = step.program_id)
  ORDER BY step.program_id, step.month, step.part
  ON CONFLICT (program_id, month, part) DO UPDATE SET
    earned = counter.earned + excluded.earned, redeemed = counter.redeemed + excluded.redeemed,
    expired = counter.expired + excluded.expired, deducted = counter.deducted + excluded.deducted,
    adjusted = counter.adjusted + excluded.adjusted;
  DELETE FROM "loyalty_point_month_sums" AS counter USING unnest(steps) AS step
  WHERE counter.program_id = step.program_id AND counter.month = step.month AND counter.part = step.part
    AND (counter.earned, counter.redeemed, counter.expired, counter.deducted, counter.adjusted) = (0, 0, 0, 0, 0);
END $$;--> statement-breakpoint
CREATE FUNCTION "add_to_directory_counts"(steps "directory_counts"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "directory_counts" AS counter
  SELECT step.* FROM unnest(steps) AS step
  WHERE step.members > 0 OR EXISTS (SELECT FROM "directory_states" WHERE team_id = step.team_id)
  ORDER BY step.team_id, step.cell
  ON CONFLICT (team_id, cell) DO UPDATE SET
    members = counter.members + excluded.members, points = counter.points + excluded.points;
  IF EXISTS (SELECT FROM unnest(steps) AS step WHERE step.members <= 0) THEN
    DELETE FROM "directory_counts" AS counter USING unnest(steps) AS step
    WHERE counter.team_id = step.team_id AND counter.cell = step.cell AND counter.members = 0;
  END IF;
END $$;--> statement-breakpoint
-- What members of the loyalty service count in. The order of tags, and one given twice, make no difference.
CREATE FUNCTION "count_loyalty_member_tags"(steps "loyalty_member_step"[]) RETURNS SETOF "loyalty_member_tag_counters" LANGUAGE sql STABLE AS $$
  SELECT program_id, status, encode(sha256(convert_to(to_jsonb(tags)::text, 'UTF8')), 'hex'), tags, sum(total)::bigint
  FROM (
    SELECT program_id, status, total, array(SELECT DISTINCT unnest(step.tags) COLLATE "C" ORDER BY 1) AS tags
    FROM unnest(steps) AS step WHERE step.tags <> '{}'
  ) AS sets
  GROUP BY program_id, status, tags HAVING sum(total) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION "count_loyalty_members"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE steps loyalty_member_step[];
BEGIN
  IF current_setting('patron.figures', true) = 'direct' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    steps := array(
      SELECT row(program_id, status, day, tags, sum(step))::loyalty_member_step
      FROM (
        SELECT -1 AS step, program_id, status, (enrolled_at AT TIME ZONE 'UTC')::date AS day, tags FROM old_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT 1, program_id, status, (enrolled_at AT TIME ZONE 'UTC')::date, tags FROM changed_rows WHERE deleted_at IS NULL
      ) AS sides
      GROUP BY program_id, status, day, tags HAVING sum(step) <> 0);
  ELSE
    steps := array(
      SELECT row(member.program_id, member.status, member.day, member.tags,
        count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)::loyalty_member_step
      FROM (SELECT program_id, status, (enrolled_at AT TIME ZONE 'UTC')::date AS day, tags FROM changed_rows WHERE deleted_at IS NULL) AS member
      GROUP BY member.program_id, member.status, member.day, member.tags);
  END IF;
  IF cardinality(steps) = 0 THEN RETURN NULL; END IF;
  -- Statements of one transaction change counters one after another, in any order. Transactions of a program take
  -- turns, so that none waits for another that waits for it.
  PERFORM pg_advisory_xact_lock(hashtextextended('loyalty_member_counters ' || owner, 0))
  FROM (SELECT DISTINCT program_id AS owner FROM unnest(steps) ORDER BY 1) AS owners;
  PERFORM add_to_loyalty_member_counters(array(
    SELECT row(program_id, status, sum(total))::loyalty_member_counters
    FROM unnest(steps) GROUP BY program_id, status HAVING sum(total) <> 0));
  PERFORM add_to_loyalty_member_day_counters(array(
    SELECT row(program_id, status, day, sum(total))::loyalty_member_day_counters
    FROM unnest(steps) GROUP BY program_id, status, day HAVING sum(total) <> 0));
  PERFORM add_to_loyalty_member_tag_counters(array(SELECT counted FROM count_loyalty_member_tags(steps) AS counted));
  RETURN NULL;
END $$;--> statement-breakpoint
-- How a transaction changes the sums; those of other kinds don't.
CREATE FUNCTION "point_movements"(kind text, points bigint) RETURNS TABLE (earned bigint, redeemed bigint, expired bigint, deducted bigint, adjusted bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN kind IN ('earned', 'approved') THEN points ELSE 0 END,
    CASE WHEN kind = 'redeemed' THEN -points ELSE 0 END,
    CASE WHEN kind = 'expired' THEN -points ELSE 0 END,
    CASE WHEN kind = 'deducted' THEN -points ELSE 0 END,
    CASE kind WHEN 'added' THEN points WHEN 'removed' THEN -points ELSE 0 END
$$;--> statement-breakpoint
CREATE FUNCTION "count_loyalty_point_transactions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE steps loyalty_point_month_sums[];
BEGIN
  IF current_setting('patron.figures', true) = 'direct' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    steps := array(
      SELECT row(member.program_id, entry.month, entry.member_id % 32, sum(entry.step * moved.earned), sum(entry.step * moved.redeemed),
        sum(entry.step * moved.expired), sum(entry.step * moved.deducted), sum(entry.step * moved.adjusted))::loyalty_point_month_sums
      FROM (
        SELECT member_id, kind, points, to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, sum(side) AS step
        FROM (
          SELECT -1 AS side, member_id, kind, points, occurred_at FROM old_rows
          UNION ALL
          SELECT 1, member_id, kind, points, occurred_at FROM changed_rows
        ) AS sides
        GROUP BY member_id, kind, points, occurred_at HAVING sum(side) <> 0
      ) AS entry
      JOIN loyalty_members member ON member.id = entry.member_id
      CROSS JOIN LATERAL point_movements(entry.kind, entry.points) AS moved
      GROUP BY member.program_id, entry.month, entry.member_id % 32);
  ELSE
    steps := array(
      SELECT row(member.program_id, to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM'), entry.member_id % 32,
        sum(sign * moved.earned), sum(sign * moved.redeemed), sum(sign * moved.expired), sum(sign * moved.deducted),
        sum(sign * moved.adjusted))::loyalty_point_month_sums
      FROM changed_rows entry
      CROSS JOIN (SELECT CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END AS sign) AS signs
      JOIN loyalty_members member ON member.id = entry.member_id
      CROSS JOIN LATERAL point_movements(entry.kind, entry.points) AS moved
      GROUP BY member.program_id, to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM'), entry.member_id % 32);
  END IF;
  steps := array(
    SELECT step FROM unnest(steps) AS step
    WHERE (step.earned, step.redeemed, step.expired, step.deducted, step.adjusted) <> (0, 0, 0, 0, 0));
  IF cardinality(steps) > 0 THEN PERFORM add_to_loyalty_point_month_sums(steps); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The program of a transaction is found by its member, so the ledger goes first.
CREATE FUNCTION "delete_ledger_of_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM loyalty_point_transactions WHERE member_id = old.id;
  RETURN old;
END $$;--> statement-breakpoint
-- The cells of `directory_counts` that a member counts in.
CREATE FUNCTION "directory_cells"(team bigint, member_status text, member_tier_id text, member_tier_name text, member_points bigint, member_tags text[], member_enrolled_at timestamptz, member_point_totals jsonb, member_words tsvector, member_traits text[])
RETURNS TABLE (facet text, value text, status text, tier_id text, tier_name text, points_range integer, points bigint) LANGUAGE sql STABLE AS $$
  SELECT each.facet, each.value, member_status, member_tier_id, member_tier_name,
    width_bucket(member_points, array[0, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 25000, 30000, 40000, 50000, 75000, 100000, 150000, 200000, 250000, 300000, 400000, 500000, 750000, 1000000, 1500000, 2000000, 2500000, 3000000, 4000000, 5000000, 7500000, 10000000, 15000000, 20000000, 25000000, 30000000, 40000000, 50000000, 75000000]::bigint[]),
    each.points
  FROM (
    SELECT 'month'::text, to_char(member_enrolled_at AT TIME ZONE 'UTC', 'YYYY-MM'), member_points
    UNION ALL
    SELECT 'tag', tag, member_points FROM unnest(member_tags) AS tag
    UNION ALL
    SELECT 'point_total', part, part_points::bigint FROM jsonb_each_text(member_point_totals) AS parts (part, part_points)
  ) AS each (facet, value, points)
  UNION ALL
  SELECT each.facet, each.value, '', NULL, NULL, 0, 0::bigint
  FROM (
    SELECT DISTINCT 'prefix'::text, left(word, length)
    FROM unnest(member_words) AS lexemes
      CROSS JOIN LATERAL substr(lexeme, length(team::text) + 2) AS word
      CROSS JOIN unnest(array[2, 3]) AS length
    WHERE left(word, length) ~ '^[^ -`{-~]+$' AND length(word) >= length
    UNION ALL
    SELECT 'trait', substr(trait, length(team::text) + 2) FROM unnest(member_traits) AS trait
    WHERE NOT starts_with(trait, team::text || ':~')
  ) AS each (facet, value)
$$;--> statement-breakpoint
CREATE FUNCTION "directory_cell_key"(facet text, value text, status text, tier_id text, tier_name text, points_range integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(json_build_array(facet, value, status, tier_id, tier_name, points_range)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION "count_directory_members"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE steps directory_counts[];
BEGIN
  IF current_setting('patron.figures', true) = 'direct' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    steps := array(
      SELECT row(member.team_id, directory_cell_key(facet, value, cell.status, cell.tier_id, cell.tier_name, points_range),
        facet, value, cell.status, cell.tier_id, cell.tier_name, points_range, sum(step), sum(step * cell.points))::directory_counts
      FROM (
        SELECT sum(side) AS step, team_id, status, tier_id, tier_name, points, tags, enrolled_at, point_totals, words, traits
        FROM (
          SELECT -1 AS side, team_id, status, tier_id, tier_name, points, tags, enrolled_at, point_totals, words, traits FROM old_rows
          UNION ALL
          SELECT 1, team_id, status, tier_id, tier_name, points, tags, enrolled_at, point_totals, words, traits FROM changed_rows
        ) AS sides
        GROUP BY team_id, status, tier_id, tier_name, points, tags, enrolled_at, point_totals, words, traits HAVING sum(side) <> 0
      ) AS member
      CROSS JOIN LATERAL directory_cells(member.team_id, member.status, member.tier_id, member.tier_name, member.points, member.tags, member.enrolled_at, member.point_totals, member.words, member.traits) AS cell
      GROUP BY member.team_id, facet, value, cell.status, cell.tier_id, cell.tier_name, points_range
      HAVING sum(step) <> 0 OR sum(step * cell.points) <> 0);
  ELSE
    steps := array(
      SELECT row(member.team_id, directory_cell_key(facet, value, cell.status, cell.tier_id, cell.tier_name, points_range),
        facet, value, cell.status, cell.tier_id, cell.tier_name, points_range, sum(sign), sum(sign * cell.points))::directory_counts
      FROM changed_rows member
      CROSS JOIN (SELECT CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END AS sign) AS signs
      CROSS JOIN LATERAL directory_cells(member.team_id, member.status, member.tier_id, member.tier_name, member.points, member.tags, member.enrolled_at, member.point_totals, member.words, member.traits) AS cell
      GROUP BY member.team_id, facet, value, cell.status, cell.tier_id, cell.tier_name, points_range);
  END IF;
  IF cardinality(steps) > 0 THEN PERFORM add_to_directory_counts(steps); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The `expected_` functions count rows, all or those with ids in a range.
CREATE FUNCTION "expected_loyalty_member_counters"(after bigint DEFAULT 0, until bigint DEFAULT 9223372036854775807) RETURNS SETOF "loyalty_member_counters" LANGUAGE sql STABLE AS $$
  SELECT program_id, status, count(*) FROM loyalty_members
  WHERE id > after AND id <= until AND deleted_at IS NULL GROUP BY program_id, status
$$;--> statement-breakpoint
CREATE FUNCTION "expected_loyalty_member_day_counters"(after bigint DEFAULT 0, until bigint DEFAULT 9223372036854775807) RETURNS SETOF "loyalty_member_day_counters" LANGUAGE sql STABLE AS $$
  SELECT program_id, status, (enrolled_at AT TIME ZONE 'UTC')::date, count(*) FROM loyalty_members
  WHERE id > after AND id <= until AND deleted_at IS NULL GROUP BY 1, 2, 3
$$;--> statement-breakpoint
CREATE FUNCTION "expected_loyalty_member_tag_counters"(after bigint DEFAULT 0, until bigint DEFAULT 9223372036854775807) RETURNS SETOF "loyalty_member_tag_counters" LANGUAGE sql STABLE AS $$
  SELECT counted.* FROM count_loyalty_member_tags(array(
    SELECT row(program_id, status, NULL, tags, count(*))::loyalty_member_step FROM loyalty_members
    WHERE id > after AND id <= until AND deleted_at IS NULL AND tags <> '{}' GROUP BY program_id, status, tags)) AS counted
$$;--> statement-breakpoint
CREATE FUNCTION "expected_loyalty_point_month_sums"(after bigint DEFAULT 0, until bigint DEFAULT 9223372036854775807) RETURNS SETOF "loyalty_point_month_sums" LANGUAGE sql STABLE AS $$
  SELECT program_id, month, part::smallint, earned::bigint, redeemed::bigint, expired::bigint, deducted::bigint, adjusted::bigint
  FROM (
    SELECT member.program_id, to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, entry.member_id % 32 AS part,
      sum(moved.earned) AS earned, sum(moved.redeemed) AS redeemed, sum(moved.expired) AS expired,
      sum(moved.deducted) AS deducted, sum(moved.adjusted) AS adjusted
    FROM loyalty_point_transactions entry
    JOIN loyalty_members member ON member.id = entry.member_id
    CROSS JOIN LATERAL point_movements(entry.kind, entry.points) AS moved
    WHERE entry.id > after AND entry.id <= until
    GROUP BY 1, 2, 3
  ) AS sums
  WHERE (earned, redeemed, expired, deducted, adjusted) <> (0, 0, 0, 0, 0)
$$;--> statement-breakpoint
CREATE FUNCTION "expected_directory_counts"(after bigint DEFAULT 0, until bigint DEFAULT 9223372036854775807) RETURNS SETOF "directory_counts" LANGUAGE sql STABLE AS $$
  SELECT member.team_id, directory_cell_key(facet, value, cell.status, cell.tier_id, cell.tier_name, points_range),
    facet, value, cell.status, cell.tier_id, cell.tier_name, points_range, count(*), sum(cell.points)::bigint
  FROM directory_members member
  CROSS JOIN LATERAL directory_cells(member.team_id, member.status, member.tier_id, member.tier_name, member.points, member.tags, member.enrolled_at, member.point_totals, member.words, member.traits) AS cell
  WHERE member."row" > after AND member."row" <= until
  GROUP BY member.team_id, facet, value, cell.status, cell.tier_id, cell.tier_name, points_range
$$;--> statement-breakpoint
-- The tables are locked, so that nothing is written between this count and the triggers. Counting a large directory
-- takes longer than its lock may: the versions before kept its counters, and the first check mends what is left.
DELETE FROM "directory_counts" WHERE members = 0;--> statement-breakpoint
DELETE FROM "loyalty_member_counters";--> statement-breakpoint
INSERT INTO "loyalty_member_counters" SELECT * FROM expected_loyalty_member_counters();--> statement-breakpoint
DELETE FROM "loyalty_member_day_counters";--> statement-breakpoint
INSERT INTO "loyalty_member_day_counters" SELECT * FROM expected_loyalty_member_day_counters();--> statement-breakpoint
DELETE FROM "loyalty_member_tag_counters";--> statement-breakpoint
INSERT INTO "loyalty_member_tag_counters" SELECT * FROM expected_loyalty_member_tag_counters();--> statement-breakpoint
DELETE FROM "loyalty_point_month_sums";--> statement-breakpoint
INSERT INTO "loyalty_point_month_sums" SELECT * FROM expected_loyalty_point_month_sums();--> statement-breakpoint
CREATE TRIGGER "count_loyalty_members_insert" AFTER INSERT ON "loyalty_members" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_loyalty_members"();--> statement-breakpoint
CREATE TRIGGER "count_loyalty_members_update" AFTER UPDATE ON "loyalty_members" REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_loyalty_members"();--> statement-breakpoint
CREATE TRIGGER "count_loyalty_members_delete" AFTER DELETE ON "loyalty_members" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_loyalty_members"();--> statement-breakpoint
CREATE TRIGGER "count_loyalty_point_transactions_insert" AFTER INSERT ON "loyalty_point_transactions" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_loyalty_point_transactions"();--> statement-breakpoint
CREATE TRIGGER "count_loyalty_point_transactions_update" AFTER UPDATE ON "loyalty_point_transactions" REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_loyalty_point_transactions"();--> statement-breakpoint
CREATE TRIGGER "count_loyalty_point_transactions_delete" AFTER DELETE ON "loyalty_point_transactions" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_loyalty_point_transactions"();--> statement-breakpoint
CREATE TRIGGER "count_directory_members_insert" AFTER INSERT ON "directory_members" REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_directory_members"();--> statement-breakpoint
CREATE TRIGGER "count_directory_members_update" AFTER UPDATE ON "directory_members" REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_directory_members"();--> statement-breakpoint
CREATE TRIGGER "count_directory_members_delete" AFTER DELETE ON "directory_members" REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_directory_members"();--> statement-breakpoint
CREATE TRIGGER "delete_ledger_of_member" BEFORE DELETE ON "loyalty_members" FOR EACH ROW EXECUTE FUNCTION "delete_ledger_of_member"();--> statement-breakpoint
-- Processes of versions before this one still count by themselves: only what triggers write counts.
CREATE TRIGGER "ignore_direct_writes" BEFORE INSERT OR UPDATE OR DELETE ON "loyalty_member_counters" FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND current_setting('patron.figures', true) IS DISTINCT FROM 'direct') EXECUTE FUNCTION "ignore_row"();--> statement-breakpoint
CREATE TRIGGER "ignore_direct_writes" BEFORE INSERT OR UPDATE OR DELETE ON "loyalty_member_day_counters" FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND current_setting('patron.figures', true) IS DISTINCT FROM 'direct') EXECUTE FUNCTION "ignore_row"();--> statement-breakpoint
CREATE TRIGGER "ignore_direct_writes" BEFORE INSERT OR UPDATE OR DELETE ON "loyalty_member_tag_counters" FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND current_setting('patron.figures', true) IS DISTINCT FROM 'direct') EXECUTE FUNCTION "ignore_row"();--> statement-breakpoint
CREATE TRIGGER "ignore_direct_writes" BEFORE INSERT OR UPDATE OR DELETE ON "loyalty_point_month_sums" FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND current_setting('patron.figures', true) IS DISTINCT FROM 'direct') EXECUTE FUNCTION "ignore_row"();--> statement-breakpoint
CREATE TRIGGER "ignore_direct_writes" BEFORE INSERT OR UPDATE OR DELETE ON "directory_counts" FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND current_setting('patron.figures', true) IS DISTINCT FROM 'direct') EXECUTE FUNCTION "ignore_row"();
