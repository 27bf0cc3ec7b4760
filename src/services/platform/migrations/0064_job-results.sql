ALTER TABLE "gateway_job_rows" ADD COLUMN "after" text;--> statement-breakpoint
ALTER TABLE "gateway_job_rows" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "gateway_job_rows" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "gateway_jobs" ADD COLUMN "changed" integer;--> statement-breakpoint
ALTER TABLE "gateway_jobs" ADD COLUMN "skipped" integer;--> statement-breakpoint
ALTER TABLE "gateway_jobs" ADD COLUMN "undoable_rows" integer;--> statement-breakpoint
ALTER TABLE "gateway_jobs" ADD COLUMN "reasons" jsonb;--> statement-breakpoint
-- Only jobs from now on: nobody counted the rows of earlier ones.
ALTER TABLE "gateway_jobs" ALTER COLUMN "changed" SET DEFAULT 0, ALTER COLUMN "skipped" SET DEFAULT 0, ALTER COLUMN "undoable_rows" SET DEFAULT 0, ALTER COLUMN "reasons" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
CREATE FUNCTION "count_gateway_job_results"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH moved AS (
    SELECT was.job_id, was.state, was.reason, coalesce(was.undo <> '{}', false) AS has_undo, -1 AS n
    FROM old_rows was JOIN new_rows is_now USING (job_id, position)
    WHERE was.state <> is_now.state OR was.undo IS DISTINCT FROM is_now.undo
    UNION ALL
    SELECT is_now.job_id, is_now.state, is_now.reason, coalesce(is_now.undo <> '{}', false), 1
    FROM old_rows was JOIN new_rows is_now USING (job_id, position)
    WHERE was.state <> is_now.state OR was.undo IS DISTINCT FROM is_now.undo
  ), delta AS (
    SELECT job_id,
      coalesce(sum(n) FILTER (WHERE state = 'done'), 0) AS changed,
      coalesce(sum(n) FILTER (WHERE state = 'skipped'), 0) AS skipped,
      coalesce(sum(n) FILTER (WHERE state = 'done' AND has_undo), 0) AS undoable
    FROM moved GROUP BY job_id
    HAVING count(*) FILTER (WHERE state <> 'pending') > 0
  )
  UPDATE gateway_jobs job SET
    changed = job.changed + delta.changed,
    skipped = job.skipped + delta.skipped,
    undoable_rows = job.undoable_rows + delta.undoable,
    reasons = CASE WHEN job.reasons IS NULL THEN NULL ELSE (
      SELECT coalesce(jsonb_agg(
        jsonb_build_object('reason', reason, 'result', result, 'count', count)
        ORDER BY count DESC, result, reason), '[]')
      FROM (
        SELECT reason, result, sum(count)::int AS count FROM (
          SELECT reason, result, count
          FROM jsonb_to_recordset(job.reasons) AS known(reason text, result text, count int)
          UNION ALL
          SELECT reason, state, n FROM moved
          WHERE job_id = job.id AND reason IS NOT NULL AND state IN ('skipped', 'failed')
        ) every GROUP BY reason, result HAVING sum(count) > 0
        ORDER BY 3 DESC, 2, 1 LIMIT 50
      ) frequent) END
  FROM delta WHERE job.id = delta.job_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "gateway_job_results" AFTER UPDATE ON "gateway_job_rows"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "count_gateway_job_results"();
