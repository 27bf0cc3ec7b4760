import { formatDate } from '#console/lib/dates/format-date.ts';

/** Recovery codes as a text to keep, which says what it is. One code a line. */
export function recoveryCodesText(
  codes: readonly string[],
  email: string | undefined,
  madeAt: Date,
): string {
  const whose = email === undefined ? '' : ` of ${email}`;
  return [
    `Patron recovery codes${whose}, made ${formatDate(madeAt)}`,
    'Each signs you in once. Keep them where only you can get at them.',
    '',
    ...codes,
    '',
  ].join('\n');
}
