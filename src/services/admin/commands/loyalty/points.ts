import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { POINTS_MAX } from '#contract/loyalty/rule-engine/rules-engine.ts';
import type { CommandContext } from '#services/admin/admin-context.ts';
import {
  MEMBER_ARGUMENT,
  PROGRAM_OPTION,
  parseDecimal,
  parseInteger,
} from '#services/admin/options.ts';
import { memberSubject } from '#services/loyalty/members/audit-member.ts';
import { lockMember } from '#services/loyalty/members/get-member.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import { deductPoints, redeemPoints } from '#services/loyalty/points/spend-points.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';

const QUANTITY_MAX = 1_000_000;

interface MemberRun {
  tx: Queries;
  program: Program;
  id: number;
  now: Date;
  record(action: `points.${string}`, state: object): Promise<void>;
}

export function addPointsCommands(
  points: CommandUnknownOpts,
  { change, report }: CommandContext,
): void {
  /** Runs `work` on a member in a transaction. It records what it changes. */
  function withMember<Result>(
    { partnerId, memberId }: { partnerId: string; memberId: string },
    work: (run: MemberRun) => Promise<Result>,
  ): Promise<Result> {
    return change(async ({ db: tx, clock }) => {
      const program = await getProgram(tx, partnerId);
      const address = { member: memberId, idParam: 'member_id' } as const;
      const member = await lockMember(tx, program.id, address);
      const record: MemberRun['record'] = (action, state) =>
        recordAudit(tx, {
          action,
          subject: memberSubject(member),
          changes: changesBetween({}, state),
          partnerId,
        });
      return work({ tx, program, id: member.id, now: clock.now(), record });
    });
  }

  points
    .command('earn')
    .description('Let a member earn points by an activity, with its effects on tier and events')
    .argument(...MEMBER_ARGUMENT)
    .requiredOption(...PROGRAM_OPTION)
    .requiredOption('--activity <activity-id>', 'The activity that earns')
    .option(
      '--quantity <number>',
      'What the multiplier applies to, such as the amount spent',
      parseQuantity,
      1,
    )
    .action(async (memberId, { program: partnerId, activity: activityId, quantity }) => {
      const earned = await withMember({ partnerId, memberId }, async (run) => {
        const input = { memberId, activityId, quantity };
        const { isUsedUp, ...result } = await earnActivity(run.tx, run.program, input, run.now);
        const recorded = { activity: activityId, quantity, points: result.points };
        if (!isUsedUp) await run.record('points.earn', recorded);
        return result;
      });
      report.record({ memberId, activityId, ...earned });
    });

  for (const [subcommand, description, spend] of [
    [
      'deduct',
      'Deduct points, as for a returned purchase; the member may drop to a lower tier',
      deductPoints,
    ],
    ['redeem', 'Redeem points for a reward; they still count towards the tier', redeemPoints],
  ] as const) {
    points
      .command(subcommand)
      .description(description)
      .argument(...MEMBER_ARGUMENT)
      .argument('<points>', 'Number of points', parsePoints)
      .requiredOption(...PROGRAM_OPTION)
      .action(async (memberId, count, { program: partnerId }) => {
        const tierChanged = await withMember({ partnerId, memberId }, async (run) => {
          await run.record(`points.${subcommand}`, { points: count });
          return (await spend(run.tx, run.program, run.id, count, run.now)) === true;
        });
        report.record({ memberId, points: count, tierChanged });
      });
  }

  for (const [subcommand, description, approved] of [
    ['approve', 'Approve all pending points of a member', true],
    ['reject', 'Reject all pending points of a member', false],
  ] as const) {
    points
      .command(subcommand)
      .description(description)
      .argument(...MEMBER_ARGUMENT)
      .requiredOption(...PROGRAM_OPTION)
      .action(async (memberId, { program: partnerId }) => {
        const result = await withMember({ partnerId, memberId }, async (run) => {
          const pending = { memberId: run.id, approved };
          const settled = await settlePending(run.tx, run.program, pending, run.now);
          const { points: count } = settled;
          if (settled.settled > 0) await run.record(`points.${subcommand}`, { points: count });
          return settled;
        });
        report.record({ memberId, ...result });
      });
  }
}

function parseQuantity(text: string): number {
  const value = parseDecimal(text);
  if (value > QUANTITY_MAX) throw new InvalidArgumentError(`Must be at most ${QUANTITY_MAX}.`);
  return value;
}

function parsePoints(text: string): number {
  const value = parseInteger(text);
  if (value < 1 || value > POINTS_MAX) {
    throw new InvalidArgumentError(`Must be a whole number from 1 to ${POINTS_MAX}.`);
  }
  return value;
}
