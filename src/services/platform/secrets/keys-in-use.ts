import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { codeKeyOf, type KeyRotation, type Keyring } from './keyring.ts';
import type { Keys } from './keys-file.ts';

/**
 * The maximum lifetime of signed values in seconds. A key is retired that long after its successor took
 * effect. Encrypted values have no end, so only `retireKeys` retires encryption keys, once they are
 * unused.
 */
export const SIGNATURE_LIFETIME_SECONDS = {
  /** Step-up tokens live 15 minutes. */
  signing: DAY_SECONDS,
  /** A user's browsers are remembered for 180 days. */
  cookies: 180 * DAY_SECONDS,
};

/**
 * The keys to use at a given time. Each list starts with the newest active key, followed by older ones.
 * Keys that aren't active yet come last, since other processes may use them if their clocks differ.
 */
export function keysInUse(keys: Keys, now: Date): Keyring {
  const { encryption, signing, cookies, retired } = withoutRetired(keys, now);
  const pendingCount = keys.activeFrom.filter((moment) => new Date(moment) > now).length;
  const inOrder = <Key>(list: Key[]) => [
    ...list.slice(pendingCount),
    ...list.slice(0, pendingCount),
  ];
  return {
    encryption: inOrder(encryption),
    codes: [...inOrder(encryption).map(codeKeyOf), ...retired.map(({ codes }) => codes)],
    signing: inOrder(signing),
    cookies: inOrder(cookies),
    rotations: rotationsOf(keys),
  };
}

/** The rotations whose encryption key still exists. */
function rotationsOf({ encryption, rotatedBy }: Keys): KeyRotation[] {
  return rotatedBy.flatMap((operator, index) => {
    const keyId = encryption[index]?.id;
    return keyId === undefined ? [] : [{ keyId, rotatedBy: operator }];
  });
}

/** When the newest keys take effect; undefined if they already have. */
export function newKeysActiveFrom({ activeFrom: [newest] }: Keys, now: Date): Date | undefined {
  return newest !== undefined && new Date(newest) > now ? new Date(newest) : undefined;
}

/** Removes the keys whose signed values have all expired. */
export function withoutRetired(keys: Keys, now: Date): Keys {
  const { signing, cookies, activeFrom } = keys;
  /** A key counts as replaced when the one before it in the list takes effect. */
  const isAlive = (lifeSeconds: number) => (_key: unknown, index: number) => {
    const replacedAt = activeFrom[index - 1];
    return replacedAt === undefined || addSeconds(new Date(replacedAt), lifeSeconds) > now;
  };
  return {
    ...keys,
    signing: signing.filter(isAlive(SIGNATURE_LIFETIME_SECONDS.signing)),
    cookies: cookies.filter(isAlive(SIGNATURE_LIFETIME_SECONDS.cookies)),
  };
}
