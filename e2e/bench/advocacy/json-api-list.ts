import { desc, eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { request } from 'undici';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { createAccountsTeam } from '#services/advocacy/testing/accounts-team.ts';
import { startAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import type { Figure } from '../figure.ts';
import { interleave } from '../interleave.ts';
import { onEachStorage } from '../storages.ts';

const ACCOUNTS = 400;
/** The default page size and the largest. */
const PAGE_SIZES = [25, 100];
/** On PostgreSQL a page may take this many times as long as the bare route. */
const BUDGET = 2;

/**
 * A page of a JSON:API list with everything around the rows (token, membership, total, relationships,
 * document and response check), compared with the same rows as plain JSON from a bare Fastify route.
 */
export function benchJsonApiList(): Promise<Figure[]> {
  return onEachStorage(async (name, storage) => {
    const service = await startAdvocacy(storage, {}, { responseChecks: 'sample' });
    const team = await createAccountsTeam(service);
    for (let index = 0; index < ACCOUNTS; index++) {
      await team.addAccount({ name: `Account ${index}`, username: `account-${index}` });
    }
    const bare = Fastify();
    bare.get<{ Querystring: { size: string } }>('/accounts', ({ query: { size } }) =>
      storage.db
        .select()
        .from(accounts)
        .where(eq(accounts.teamId, team.teamId))
        .orderBy(desc(accounts.id))
        .limit(Number(size)),
    );
    const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
    const listUrl = `${service.baseUrl}/v2/teams/${team.teamId}/accounts`;
    const headers = { authorization: `Bearer ${team.writer.token}` };
    const figures: Figure[] = [];
    for (const size of PAGE_SIZES) {
      const { list, rows } = await interleave({
        list: () => read(`${listUrl}?page[size]=${size}`, headers),
        rows: () => read(`${bareUrl}/accounts?size=${size}`),
      });
      for (const share of ['p50', 'p99'] as const) {
        figures.push({
          suite: `JSON:API list, ${name}`,
          name: `${size} accounts, ${share}`,
          unit: 'ms',
          value: list[share],
          against: { name: 'bare route', value: rows[share] },
          budget: share === 'p50' && storage.kind === 'postgres' ? BUDGET : undefined,
        });
      }
    }
    await bare.close();
    await service.close();
    return figures;
  });
}

async function read(url: string, headers: Record<string, string> = {}): Promise<void> {
  const { statusCode, body } = await request(url, { headers });
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`${url} responded ${statusCode}`);
}
