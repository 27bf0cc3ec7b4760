import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { decimal, integer, PROGRAM } from '#services/admin/options.ts';
import { getMember } from '#services/loyalty/members/get-member.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import { deductPoints, redeemPoints } from '#services/loyalty/points/spend-points.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { POINTS_MAX } from '#services/loyalty/rules/rules-engine.ts';
import type { Queries } from '#services/platform/database/database.ts';

const QUANTITY_MAX = 1_000_000;
const MEMBER = ['<member-id>', "the operator's own id of the member"] as const;

/** `points`: what members do for points and with them. */
export function addPoints(parent: CommandUnknownOpts, { open, report }: Admin): void {
  const points = parent.command('points').description('what members do for points and with them');

  /** Works on a member of a program, all or nothing. */
  async function onMember<Result>(
    { partnerId, memberId }: { partnerId: string; memberId: string },
    work: (tx: Queries, program: Program, id: number, now: Date) => Promise<Result>,
  ): Promise<Result> {
    const { db, clock } = await open();
    const program = await getProgram(db, partnerId);
    return db.transaction(async (tx) => {
      const address = { member: memberId, idParam: 'member_id' } as const;
      const { member } = await getMember(tx, program.id, address);
      return work(tx, program, member.id, clock.now());
    });
  }

  points
    .command('earn')
    .description('a member does an activity once; points, tier and events follow')
    .argument(...MEMBER)
    .requiredOption(...PROGRAM)
    .requiredOption('--activity <activity-id>', 'what is done')
    .option('--quantity <number>', 'what a multiplier multiplies: the amount spent', quantity, 1)
    .action(async (memberId, { program: partnerId, activity: activityId, quantity: amount }) => {
      const earned = await onMember({ partnerId, memberId }, (tx, program, _id, now) =>
        earnActivity(tx, program, { memberId, activityId, quantity: amount }, now),
      );
      report.one({ memberId, activityId, ...earned });
    });

  for (const [verb, description, spend] of [
    [
      'deduct',
      'take points back, as for a returned purchase; the tier is looked at again',
      deductPoints,
    ],
    ['redeem', 'take points for a reward; they go on counting for the tier', redeemPoints],
  ] as const) {
    points
      .command(verb)
      .description(description)
      .argument(...MEMBER)
      .argument('<points>', 'how many', pointsToTake)
      .requiredOption(...PROGRAM)
      .action(async (memberId, count, { program: partnerId }) => {
        const tierChanged = await onMember(
          { partnerId, memberId },
          async (tx, program, id, now) => (await spend(tx, program, id, count, now)) === true,
        );
        report.one({ memberId, points: count, tierChanged });
      });
  }

  for (const [verb, approved] of [
    ['approve', true],
    ['reject', false],
  ] as const) {
    points
      .command(verb)
      .description(`${verb} all points of a member that wait for approval`)
      .argument(...MEMBER)
      .requiredOption(...PROGRAM)
      .action(async (memberId, { program: partnerId }) => {
        const settled = await onMember({ partnerId, memberId }, (tx, program, id, now) =>
          settlePending(tx, program, { memberId: id, approved }, now),
        );
        report.one({ memberId, ...settled });
      });
  }
}

function quantity(text: string): number {
  const value = decimal(text);
  if (value > QUANTITY_MAX) throw new InvalidArgumentError(`It takes at most ${QUANTITY_MAX}.`);
  return value;
}

function pointsToTake(text: string): number {
  const value = integer(text);
  if (value < 1 || value > POINTS_MAX) {
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${POINTS_MAX}.`);
  }
  return value;
}
