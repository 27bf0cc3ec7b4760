import { formatDate } from '#console/lib/dates/format-date.ts';

/** The file with recovery codes to download or copy: a heading, then one code per line. */
export function recoveryCodesText(
  codes: readonly string[],
  user: string | undefined,
  createdAt: Date,
): string {
  const owner = user === undefined ? '' : ` for ${user}`;
  return [
    `Patron recovery codes${owner}, created ${formatDate(createdAt)}`,
    'Each code works once. Keep them in a safe place.',
    '',
    ...codes,
    '',
  ].join('\n');
}
