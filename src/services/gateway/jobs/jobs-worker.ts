import { inArray, lte, sql } from 'drizzle-orm';
import { jobRequestId } from '#contract/audit/audit-events.ts';
import { allowsJob } from '#contract/roles/allows.ts';
import { createLoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { type Context, runInContext } from '#services/platform/context.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { runExport } from './export/run-export.ts';
import { checkImport } from './import/check-import.ts';
import { endJob, type JobClaim, type JobsWorkerDependencies, jobClaims } from './job-claims.ts';
import { JOBS_CHANNEL, notifyJobs } from './jobs-channel.ts';
import { gatewayJobs } from './jobs-table.ts';
import { runRows, secondsToWait } from './rows/run-rows.ts';
import { sweepJobs } from './sweep-jobs.ts';

/** About two hours. */
const ATTEMPTS_MAX = 120;
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Starts working on jobs. Any number of processes may do this on one database.
 * @returns `stop` resolves when the current batches have finished
 */
export async function startJobsWorker(
  dependencies: JobsWorkerDependencies,
): Promise<Pick<Worker, 'stop'>> {
  const { db, clock, log, limits, listen } = dependencies;
  const working = startWorker({
    name: 'jobs',
    intervalMs: limits.jobsPollMs,
    work: () => workOnJobs(dependencies),
    log,
  });
  const sweeping = startWorker({
    name: 'jobs-sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    work: () => sweepJobs(db, clock),
    log,
  });
  const stopListening = await listen(JOBS_CHANNEL, () => working.wake());
  return {
    async stop() {
      await stopListening();
      await Promise.all([working.stop(), sweeping.stop()]);
    },
  };
}

/**
 * Works on the next batch of one job of each team, those first that have waited the longest. A team may have any
 * number of files to check.
 * @returns whether there may be more
 */
export async function workOnJobs(dependencies: JobsWorkerDependencies): Promise<boolean> {
  const claims = await runInContext({ isBackground: true }, async () => {
    await startQueued(dependencies);
    return claimOfEachTeam(dependencies);
  });
  await Promise.all(
    claims.map((claim) => runInContext(contextOf(claim), () => workOnJob(dependencies, claim))),
  );
  return claims.length > 0;
}

function claimOfEachTeam({ db, clock }: JobsWorkerDependencies): Promise<JobClaim[]> {
  const { id, teamId, nextAttemptAt } = gatewayJobs;
  const now = clock.now();
  const first = db
    .selectDistinctOn([teamId], { id })
    .from(gatewayJobs)
    .where(lte(nextAttemptAt, now))
    .orderBy(teamId, nextAttemptAt, id);
  return jobClaims.claimDue(db, now, inArray(id, first));
}

/**
 * Starts the oldest queued job of each team that has none running. One that starts later doesn't keep the
 * others waiting, nor does one whose batch is still in progress after a cancellation and a retry.
 */
async function startQueued(dependencies: JobsWorkerDependencies): Promise<void> {
  const { rows } = await dependencies.db.execute<{ id: string }>(sql`
    select min(queued.id) as id from ${gatewayJobs} queued
    where queued.state = 'queued' and queued.next_attempt_at is null and not exists (
      select from ${gatewayJobs} running
      where running.team_id = queued.team_id and running.state = 'running')
    group by queued.team_id`);
  for (const { id } of rows) await startJob(dependencies, Number(id));
}

async function startJob({ db, clock }: JobsWorkerDependencies, id: number): Promise<void> {
  const now = clock.now().toISOString();
  try {
    const started = await db.execute<{ team_id: string }>(sql`
      update ${gatewayJobs} set state = 'running', next_attempt_at = ${now}::timestamptz, attempts = 0,
        started_at = coalesce(started_at, ${now}::timestamptz),
        revision = revision + 1, changed_at = ${now}::timestamptz
      where id = ${id} and state = 'queued' and next_attempt_at is null
      returning team_id`);
    for (const { team_id: teamId } of started.rows) await notifyJobs(db, Number(teamId));
  } catch (error) {
    // Another process started another job of this team.
    if (!violatesUnique(error, 'gateway_jobs_running_unique')) throw error;
  }
}

async function workOnJob(dependencies: JobsWorkerDependencies, claim: JobClaim): Promise<void> {
  const { db, clock, log, findRole } = dependencies;
  const end = (error: string) => endJob(dependencies, claim, { state: 'failed', error });
  try {
    if (claim.state !== 'checking' && claim.state !== 'running') {
      // It was canceled during a batch, which has ended, or its delay is over.
      await jobClaims.finish(db, claim, { nextAttemptAt: null });
      return;
    }
    const role = await findRole(claim.teamId, claim.userId);
    if (!role || !allowsJob(role, claim)) {
      await end(`${claim.userName} can no longer change members of this team.`);
      return;
    }
    if (claim.state === 'checking') return await checkImport(dependencies, claim);
    if (claim.kind === 'export') return await runExport(dependencies, claim);
    const client = await createLoyaltyClient(dependencies, claim.teamId);
    if (client) await runRows(dependencies, client, claim);
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    if (claim.attempts + 1 >= ATTEMPTS_MAX) {
      await end(describeFailure(claim));
      return;
    }
    const { outcome, waitSeconds } = jobClaims.fail(claim, error, clock.now());
    if (outcome.lastError !== claim.lastError) {
      log.warn({ err: error, jobId: claim.id, waitSeconds }, 'a job failed; will retry');
    }
    const seconds = Math.max(waitSeconds, secondsToWait(error));
    const nextAttemptAt = addSeconds(clock.now(), seconds);
    await jobClaims.finish(db, claim, { ...outcome, nextAttemptAt });
  }
}

/** Error of a job that is given up, with what its user can do. */
function describeFailure({ state, kind }: JobClaim): string {
  if (state === 'checking') return "This file couldn't be checked. Upload it again.";
  if (kind === 'export') {
    return 'This export kept failing. Try again, or contact your Patron administrator.';
  }
  return "The loyalty service hasn't responded for two hours. Retry to continue.";
}

/** A job acts for the user who began it. */
function contextOf({ id, teamId, userId, userName }: JobClaim): Context {
  const actor = { kind: 'user', id: userId, name: userName } as const;
  return { teamId, actor, requestId: jobRequestId(id), isBackground: true };
}
