import { count, ne } from 'drizzle-orm';
import { passkeys } from '#services/advocacy/passkeys/passkeys-table.ts';
import { findRelyingParty } from '#services/advocacy/passkeys/relying-party.ts';
import type { Environment } from '#services/platform/environment.ts';
import { NOT_CHECKED, type OpenServices } from './check-storage.ts';
import type { Finding } from './run-check.ts';

/** Whether passkeys work on the public address, and those of an earlier one are gone. */
export async function checkPasskeys(
  open: OpenServices,
  publicUrl: string,
  { passkeyDomain }: Pick<Environment, 'passkeyDomain'>,
): Promise<Finding> {
  const services = await open().catch(() => undefined);
  if (!services) return NOT_CHECKED;
  const party = findRelyingParty(publicUrl, passkeyDomain);
  const [found] = await services.db
    .select({ unusable: count() })
    .from(passkeys)
    .where(ne(passkeys.rpId, party?.id ?? ''));
  const unusable = found?.unusable ?? 0;
  if (unusable > 0) {
    return {
      status: 'warning',
      result: `${unusable} ${unusable === 1 ? 'passkey belongs' : 'passkeys belong'} to another address than ${publicUrl}`,
      advice:
        'Set PATRON_PASSKEY_DOMAIN to a domain that both addresses are below, or have their owners add new ones',
    };
  }
  const result = party ? `They belong to ${party.id}` : `Browsers have none on ${publicUrl}`;
  return { status: 'ok', result };
}
