import { addSeconds, type Clock, systemClock } from '#services/platform/clock.ts';
import { operatorName } from '#services/platform/context.ts';
import { one } from '#services/platform/database/one.ts';
import { changeKeys } from './change-keys.ts';
import { createKeyring } from './keyring.ts';
import { withoutRetired } from './keys-in-use.ts';

/** Time for all processes to load the new keys before any of them uses them. */
const ACTIVATION_SECONDS = 60;

interface Options {
  /**
   * Seconds until the new keys are used. Increase it if processes have copies of keys.json that must be
   * replaced first.
   */
  activeAfterSeconds?: number;
  /** The actor in the audit log. */
  rotatedBy?: string;
  clock?: Clock;
}

export interface Rotation {
  /** The new encryption key. */
  keyId: string;
  /** When encryption and signing start to use the new keys. */
  activeFrom: Date;
}

/**
 * Adds a new key of each kind to a data directory, even while processes are running. They load the new
 * keys within seconds and start to use them at `activeFrom`. Existing encrypted and signed values stay
 * valid; signing keys are removed once everything they signed has expired.
 * @throws {DataDirectoryError} when the keys can't be read or written, or are already being changed
 */
export async function rotateKeys(
  directory: string,
  {
    activeAfterSeconds = ACTIVATION_SECONDS,
    rotatedBy = operatorName(),
    clock = systemClock,
  }: Options = {},
): Promise<Rotation> {
  return changeKeys(directory, async (before) => {
    const now = clock.now();
    const kept = withoutRetired(before, now);
    const { encryption, signing, cookies } = await createKeyring();
    const activeFrom = latest(addSeconds(now, activeAfterSeconds), kept.activeFrom[0]);
    const keys = {
      encryption: [...encryption, ...kept.encryption],
      signing: [...signing, ...kept.signing],
      cookies: [...cookies, ...kept.cookies],
      activeFrom: [activeFrom.toISOString(), ...kept.activeFrom],
      rotatedBy: [rotatedBy, ...kept.rotatedBy],
      retired: kept.retired,
    };
    return { keys, outcome: { keyId: one(encryption).id, activeFrom } };
  });
}

/** Keys take effect in the order of their creation. */
function latest(moment: Date, previous: string | undefined): Date {
  return previous !== undefined && new Date(previous) > moment ? new Date(previous) : moment;
}
