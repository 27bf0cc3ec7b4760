import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import type { Job } from '#contract/gateway/job.ts';
import type { Adjustment } from '#contract/points/adjustment.ts';
import { changeLabel, formatStatus, jobName, skippedCount } from './job-labels.ts';

/** The forms of a verb: what was done, what is being done, and what will be. */
type Verb = readonly [past: string, now: string, later: string];

interface Act {
  readonly verb: Verb;
  /** What follows the verb, with the members. */
  readonly rest: (members: string) => string;
}

const ADD: Verb = ['Added', 'Adding', 'Add'];
const CHANGE: Verb = ['Changed', 'Changing', 'Change'];
const REMOVE: Verb = ['Removed', 'Removing', 'Remove'];
const SET: Verb = ['Set', 'Setting', 'Set'];

/** What became of skipped members, if all have the same reason: of one, and of several. */
const SKIPPED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'Too few points': ['had too few', 'had too few'],
  'Has the tag already': ['had it already', 'had it already'],
  'Has the tags already': ['had them already', 'had them already'],
  "Doesn't have the tag": ["didn't have it", "didn't have it"],
  "Doesn't have the tags": ["didn't have them", "didn't have them"],
  'Has the status already': ['had it already', 'had it already'],
  'Has the subscription already': ['had it already', 'had it already'],
  'Has the values already': ['had them already', 'had them already'],
  'Is in the tier already': ['was in it already', 'were in it already'],
  'This member was deleted already': ['was gone already', 'were gone already'],
  'Changed since then': ['had changed since', 'had changed since'],
};

/**
 * What a job did, does or will do, with values: "Deducted 500 points from 490 members; 517 had too few".
 * @param tierNames by the id of the tier, as far as they are known
 */
export function jobSentence(job: Job, tierNames?: ReadonlyMap<string, string>): string {
  const { state, kind } = job;
  if (kind === 'import' && job.started_at === null) return fileSentence(job);
  const { verb, rest } = actOf(job, tierNames);
  const [past, now, later] = verb;
  if (state === 'queued') return `${later} ${rest(formatCount(job.total, 'member'))}`;
  if (state === 'running') return `${now} ${rest(formatCount(job.total, 'member'))}`;
  const changed = changedCount(job);
  const members = changed === 0 ? 'no members' : formatCount(changed, 'member');
  const end = state === 'cancelled' ? ', then stopped' : state === 'failed' ? ', then failed' : '';
  const others = [
    skippedLabel(job),
    job.failed > 0 ? `${formatNumber(job.failed)} failed` : undefined,
  ].filter((part) => part !== undefined);
  return [`${past} ${rest(members)}${end}`, ...others].join('; ');
}

/** Members that a job changed. Earlier versions counted those that needed no change, too. */
export function changedCount({ kind, changed, done, failed }: Job): number {
  // An export has no rows.
  return kind === 'export' ? done : (changed ?? done - failed);
}

function skippedLabel(job: Job): string | undefined {
  const count = skippedCount(job);
  if (count === 0) return undefined;
  const reasons = job.reasons?.filter(({ result }) => result === 'skipped') ?? [];
  const [only] = reasons;
  const [one, many] = (reasons.length === 1 && only && SKIPPED[only.reason]) || ['', ''];
  return `${formatNumber(count)} ${(count === 1 ? one : many) || (count === 1 ? 'was skipped' : 'were skipped')}`;
}

function actOf(job: Job, tierNames?: ReadonlyMap<string, string>): Act {
  const { kind, summary } = job;
  if (kind === 'export') return { verb: ['Exported', 'Exporting', 'Export'], rest: (m) => m };
  if (kind === 'delete') return { verb: ['Deleted', 'Deleting', 'Delete'], rest: (m) => m };
  if (kind === 'import') {
    const file = job.file_name === null ? '' : ` from ${job.file_name}`;
    return { verb: ['Imported', 'Importing', 'Import'], rest: (m) => m + file };
  }
  if (summary.undo_of !== undefined) {
    const undone = jobName({ kind, summary: { ...summary, undo_of: undefined } });
    const what = summary.change ? `“${undone}”` : 'the points of an import';
    return { verb: ['Undid', 'Undoing', 'Undo'], rest: (m) => `${what} for ${m}` };
  }
  const changes = Object.entries((summary.change ?? {}) as Record<string, unknown>);
  const [[name, value] = []] = changes;
  if (changes.length !== 1 || name === undefined) return { verb: CHANGE, rest: (m) => m };
  return actOfChange(name, value, tierNames);
}

function actOfChange(
  name: string,
  value: unknown,
  tierNames: ReadonlyMap<string, string> | undefined,
): Act {
  const tags = Array.isArray(value) ? value.map((tag) => `“${tag}”`).join(', ') : '';
  if (name === 'add_tags') return { verb: ADD, rest: (m) => `${tags} to ${m}` };
  if (name === 'remove_tags') return { verb: REMOVE, rest: (m) => `${tags} from ${m}` };
  if (name === 'points') {
    const { points } = value as Adjustment;
    const count = formatCount(Math.abs(points), 'point');
    if (points > 0) return { verb: ADD, rest: (m) => `${count} to ${m}` };
    return { verb: ['Deducted', 'Deducting', 'Deduct'], rest: (m) => `${count} from ${m}` };
  }
  if (name === 'status') {
    return { verb: CHANGE, rest: (m) => `the status of ${m} to ${formatStatus(value)}` };
  }
  if (name === 'subscription') {
    return { verb: CHANGE, rest: (m) => `the email subscription of ${m} to ${String(value)}` };
  }
  if (name === 'tier_id') {
    const tier = tierNames?.get(String(value));
    return { verb: CHANGE, rest: (m) => `the tier of ${m}${tier ? ` to ${tier}` : ''}` };
  }
  // Without its verb: "shoe_size to 42".
  const label = changeLabel(name, value).replace(/^Set /, '');
  return { verb: SET, rest: (m) => `${label} for ${m}` };
}

/** An import that wasn't started. */
function fileSentence({ state, file_name: name, total, summary }: Job): string {
  const file = name ?? 'a file';
  if (state === 'checking') return `Checking ${formatCount(total, 'row')} of ${file}`;
  if (state === 'cancelled') return `Discarded ${file}`;
  if (state === 'failed') return `Couldn't check ${file}`;
  const { create = 0, update = 0 } = summary;
  if (create + update === 0) return `Nothing to import from ${file}`;
  return `${formatCount(create + update, 'member')} ready to import from ${file}`;
}
