import type { TagSeparator } from '#contract/gateway/import/import-job.ts';
import { isOwnExport } from '#contract/gateway/member-csv.ts';
import { simplify } from './import-columns.ts';

export interface KnownSystem {
  readonly name: string;
  /** Undefined if its exports have no tags. */
  readonly tags?: TagSeparator;
}

/** Headings that no other system's customer export has together. */
const SYSTEMS: readonly (KnownSystem & { readonly headings: readonly string[] })[] = [
  {
    name: 'Shopify',
    tags: 'comma',
    headings: ['accepts email marketing', 'total orders', 'tax exempt'],
  },
  {
    name: 'Mailchimp',
    tags: 'comma',
    headings: ['email address', 'member rating', 'leid', 'euid'],
  },
  { name: 'Klaviyo', headings: ['klaviyo id', 'email marketing consent'] },
];

export const OWN_SYSTEM: KnownSystem = { name: 'Patron', tags: 'pipe' };

/** The system whose customer export a file is, by its headings; undefined if it can be any. */
export function recognizeSystem(header: readonly string[]): KnownSystem | undefined {
  if (isOwnExport(header)) return OWN_SYSTEM;
  const names = header.map(simplify);
  return SYSTEMS.find(({ headings }) => headings.every((heading) => names.includes(heading)));
}
