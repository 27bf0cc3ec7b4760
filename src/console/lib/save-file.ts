import { toDatetimeLocal } from './dates/datetime-local.ts';

const REVOKE_AFTER_MS = 60_000;

/** Offers a file to the user as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** The name of a CSV file that was made today: "people-northwind-2026-11-28.csv". */
export function csvFileName(what: string, team = ''): string {
  const name = team.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  const day = toDatetimeLocal(new Date()).slice(0, 10);
  return `${[what, name.replace(/^-|-$/g, ''), day].filter(Boolean).join('-')}.csv`;
}
