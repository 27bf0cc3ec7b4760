import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { codeKeyOf, type Keyring } from './keyring.ts';
import type { Keys } from './keys-file.ts';

/**
 * The longest that something lives that was signed, in seconds; a key is retired that long after the
 * next one took effect. What was encrypted is kept for good, so encryption keys are retired only by
 * `retireKeys`, once nothing is left of it.
 */
export const SIGNATURE_LIFETIME_SECONDS = {
  /** Step-up tokens live 15 minutes. */
  signing: DAY_SECONDS,
  /** The browsers that a person signed in from are known for 180 days. */
  cookies: 180 * DAY_SECONDS,
};

/**
 * The keys to use at a moment: in each list the newest that is in effect first, then those before
 * it, and last those that are not in effect yet, which other processes may be using by their clock.
 */
export function keysInUse(keys: Keys, now: Date): Keyring {
  const { encryption, signing, cookies, retired } = withoutRetired(keys, now);
  const coming = keys.activeFrom.filter((moment) => new Date(moment) > now).length;
  const inOrder = <Key>(list: Key[]) => [...list.slice(coming), ...list.slice(0, coming)];
  return {
    encryption: inOrder(encryption),
    codes: [...inOrder(encryption).map(codeKeyOf), ...retired.map(({ codes }) => codes)],
    signing: inOrder(signing),
    cookies: inOrder(cookies),
  };
}

/** When the newest keys take effect, where they have not yet. */
export function newKeysActiveFrom({ activeFrom: [newest] }: Keys, now: Date): Date | undefined {
  return newest !== undefined && new Date(newest) > now ? new Date(newest) : undefined;
}

/** Leaves out the keys that nothing can be signed with any more that is still alive. */
export function withoutRetired(keys: Keys, now: Date): Keys {
  const { signing, cookies, activeFrom } = keys;
  /** The n-th moment retires all keys after the n-th. */
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
