import { addSeconds, type Clock, systemClock } from '#services/platform/clock.ts';
import { changeKeys } from './change-keys.ts';
import { createKeyring } from './keyring.ts';
import { withoutRetired } from './keys-in-use.ts';

/** Time for all processes to learn the new keys before one of them uses any. */
const ACTIVATION_SECONDS = 60;

interface Options {
  /**
   * Seconds until the new keys are used; longer where processes have copies of keys.json that have
   * to be replaced meanwhile.
   */
  activeAfterSeconds?: number;
  clock?: Clock;
}

/** What a rotation has done. */
export interface KeyRotation {
  /** From when on new things are encrypted and signed with the new keys. */
  activeFrom: Date;
}

/**
 * Adds a new key of each kind to a data directory, whether or not processes run over it. They learn
 * the new keys within seconds and begin to use them, all alike, at `activeFrom`. What was encrypted
 * and signed before stays good; signing keys go once nothing that they signed can be alive.
 * @throws {DataDirectoryError} when the keys can't be read or written, or are being changed.
 */
export async function rotateKeys(
  directory: string,
  { activeAfterSeconds = ACTIVATION_SECONDS, clock = systemClock }: Options = {},
): Promise<KeyRotation> {
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
      retired: kept.retired,
    };
    return { keys, outcome: { activeFrom } };
  });
}

/** Keys take effect in the order in which they were made. */
function latest(moment: Date, previous: string | undefined): Date {
  return previous !== undefined && new Date(previous) > moment ? new Date(previous) : moment;
}
