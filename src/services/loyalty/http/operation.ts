import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint, OutputOf } from '#contract/endpoint.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { type ApiKey, recordUse } from '#services/loyalty/programs/api-keys.ts';
import { apiKeys, type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import {
  CALLER_HEADER,
  identifyForwardedCaller,
} from '#services/platform/audit/forwarded-caller.ts';
import { updateContext } from '#services/platform/context.ts';
import { prepared } from '#services/platform/database/prepared.ts';
import { shareReads } from '#services/platform/database/share-reads.ts';
import { bodyLimitOf, hasBody } from '#services/platform/http/request-body.ts';
import { createResponseSerializer } from '#services/platform/http/response-checks.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { loyaltyError } from './error-response.ts';
import { checkContentType, parseBody, parseParameters } from './parse.ts';

interface OperationInput<E extends Endpoint> {
  /** The program of the request's API key. */
  program: Program;
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

/**
 * Registers an endpoint of the contract. Checks authentication, then the content type, then the
 * parameters, then the body (decisions.md, 26).
 */
export function operation<E extends Endpoint>(
  app: FastifyInstance,
  { db, encryption, clock }: Pick<LoyaltyDependencies, 'db' | 'encryption' | 'clock'>,
  endpoint: E,
  handle: (input: OperationInput<E>) => Promise<OutputOf<E['response']>>,
): void {
  const serialize = createResponseSerializer(app, endpoint);
  const findProgram = shareReads((keyDigest: string, partnerId: string) =>
    programOfKey(db).execute({ digest: keyDigest, partnerId }),
  );
  const programOf = new WeakMap<FastifyRequest, Program>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: async (request) => {
      const authenticated = await authenticateProgram(findProgram, request.headers);
      if (!authenticated) throw loyaltyError(401);
      const { program, key } = authenticated;
      await recordUse(db, key, clock.now());
      updateContext({ actor: { kind: 'client', id: String(key.id), name: key.name } });
      identifyForwardedCaller({ encryption, clock }, request.headers[CALLER_HEADER]);
      programOf.set(request, program);
      if (endpoint.body && hasBody(request)) checkContentType(request.headers['content-type']);
    },
    handler: async (request, reply) => {
      const query = parseParameters(endpoint.query, request.query);
      const params = parseParameters(endpoint.params, request.params, (name) =>
        nameOfPathParameter(name, query),
      );
      const body =
        endpoint.body && parseBody(endpoint.body, request.body as Uint8Array | undefined);
      const program = programOf.get(request) as Program;
      const result = await handle({ program, params, query, body } as OperationInput<E>);
      reply.code(endpoint.status).type('application/json');
      return reply.send(serialize(result, request.log));
    },
  });
}

/** The contract's name of a path parameter; that of a member's id depends on `idParam`. */
function nameOfPathParameter(name: string, query: unknown): string {
  if (name === 'activity') return 'activity_id';
  return (query as { idParam?: string }).idParam ?? 'id';
}

const programOfKey = prepared((db) =>
  db
    .select({
      program: getTableColumns(programs),
      key: { id: apiKeys.id, name: apiKeys.name, lastUsedAt: apiKeys.lastUsedAt },
    })
    .from(apiKeys)
    .innerJoin(programs, eq(programs.id, apiKeys.programId))
    .where(
      and(
        eq(apiKeys.digest, sql.placeholder('digest')),
        isNull(apiKeys.revokedAt),
        eq(programs.partnerId, sql.placeholder('partnerId')),
      ),
    )
    .prepare('loyalty_program_of_key'),
);

interface ProgramOfKey {
  program: Program;
  key: Pick<ApiKey, 'id' | 'name' | 'lastUsedAt'>;
}

/**
 * Finds the program of a request's API key and partner id (loyalty.md, Authentication).
 * @returns undefined if a header is missing, unknown or revoked, or the two don't belong together
 */
async function authenticateProgram(
  findProgram: (keyDigest: string, partnerId: string) => Promise<ProgramOfKey[]>,
  headers: Record<string, string | string[] | undefined>,
): Promise<ProgramOfKey | undefined> {
  const apiKey = headers[API_KEY_HEADER];
  const partnerId = headers[PARTNER_ID_HEADER];
  if (typeof apiKey !== 'string' || typeof partnerId !== 'string') return undefined;
  const [row] = await findProgram(digest(apiKey), partnerId);
  return row;
}
