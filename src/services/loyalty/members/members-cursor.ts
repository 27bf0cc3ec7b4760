import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Keyring, memoized } from '#services/platform/secrets/keyring.ts';

const ID_BYTES = 8;
const MAC_BYTES = 16;
const CURSOR = /^[\w-]{32}$/;

/** Opaque cursors of the members list, valid only for the list that issued them. */
export interface MembersCursor {
  /** @param list the key of the list: its program and filters */
  encode(afterId: number, list: string): string;
  /** @returns undefined if this service did not issue the cursor for this list */
  decode(cursor: string, list: string): number | undefined;
}

/** A cursor is the signed id of the last member; it is the same every time. */
export function createMembersCursor(keyring: Pick<Keyring, 'encryption'>): MembersCursor {
  const keys = memoized(
    () => keyring.encryption,
    (list) =>
      list.map(({ key }) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'members cursor', 32)),
      ),
  );
  return {
    encode(afterId, list) {
      const [current] = keys();
      if (!current) throw new Error('The keyring has no encryption key');
      const id = Buffer.alloc(ID_BYTES);
      id.writeBigUInt64BE(BigInt(afterId));
      return Buffer.concat([id, sign(current, id, list)]).toString('base64url');
    },
    decode(cursor, list) {
      if (!CURSOR.test(cursor)) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      const id = bytes.subarray(0, ID_BYTES);
      const mac = bytes.subarray(ID_BYTES);
      const isOurs = keys().some((key) => timingSafeEqual(sign(key, id, list), mac));
      return isOurs ? Number(id.readBigUInt64BE()) : undefined;
    },
  };
}

function sign(key: Buffer, id: Buffer, list: string): Buffer {
  return createHmac('sha256', key).update(id).update(list).digest().subarray(0, MAC_BYTES);
}
