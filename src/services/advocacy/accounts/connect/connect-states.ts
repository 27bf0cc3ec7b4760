import { randomBytes } from 'node:crypto';
import { eq, lte } from 'drizzle-orm';
import { generateRandomCodeVerifier } from 'oauth4webapi';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { connectStates } from './connect-states-table.ts';

/** decisions.md, 23. */
export const CONNECT_STATE_SECONDS = 600;
/** How long expired connections are kept, so that late users get a specific error. */
const RETENTION_SECONDS = DAY_SECONDS;

interface StateDependencies {
  db: Queries;
  clock: Clock;
  encryption: Encryption;
}

type ConnectStateRow = typeof connectStates.$inferSelect;

export type NewConnection = Omit<
  ConnectStateRow,
  'id' | 'stateDigest' | 'codeVerifier' | 'expiresAt'
>;

export type Connection = NewConnection & { codeVerifier: string; expiresAt: Date };

const verifierContext = (stateDigest: string) => `connect_state:${stateDigest}`;

export const encryptedVerifiers = encryptedColumn({
  table: connectStates,
  key: connectStates.id,
  value: connectStates.codeVerifier,
  parts: { stateDigest: connectStates.stateDigest },
  contextOf: ({ stateDigest }) => verifierContext(stateDigest),
});

/** Stores a connection under a new state and PKCE verifier. */
export async function startConnection(
  { db, clock, encryption }: StateDependencies,
  connection: NewConnection,
): Promise<{ id: number; state: string; codeVerifier: string }> {
  const state = randomBytes(32).toString('base64url');
  const stateDigest = digest(state);
  const codeVerifier = generateRandomCodeVerifier();
  const [row] = await db
    .insert(connectStates)
    .values({
      ...connection,
      stateDigest,
      codeVerifier: encryption.encrypt(codeVerifier, verifierContext(stateDigest)),
      expiresAt: addSeconds(clock.now(), CONNECT_STATE_SECONDS),
    })
    .returning({ id: connectStates.id });
  if (!row) throw new Error('The connection was not stored');
  return { id: row.id, state, codeVerifier };
}

/**
 * Deletes and returns the connection with the state: only one of several parallel callers gets it.
 * @returns undefined when the state is unknown or has been used
 */
export async function consumeConnection(
  { db, encryption }: Omit<StateDependencies, 'clock'>,
  state: string,
): Promise<Connection | undefined> {
  const stateDigest = digest(state);
  const [row] = await db
    .delete(connectStates)
    .where(eq(connectStates.stateDigest, stateDigest))
    .returning();
  if (!row) return undefined;
  const codeVerifier = encryption.decrypt(row.codeVerifier, verifierContext(stateDigest));
  return { ...row, codeVerifier };
}

export async function deleteExpiredConnections(db: Queries, clock: Clock): Promise<void> {
  await db
    .delete(connectStates)
    .where(lte(connectStates.expiresAt, addSeconds(clock.now(), -RETENTION_SECONDS)));
}
