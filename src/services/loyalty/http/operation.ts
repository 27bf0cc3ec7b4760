import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, type OutputOf, readsMany } from '#contract/endpoint.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { type ApiKey, recordUse } from '#services/loyalty/programs/api-keys.ts';
import { apiKeys, type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import {
  CALLER_HEADER,
  identifyForwardedCaller,
} from '#services/platform/audit/forwarded-caller.ts';
import { isBackgroundPriority, updateContext } from '#services/platform/context.ts';
import { prepared } from '#services/platform/database/prepared.ts';
import { shareReads } from '#services/platform/database/share-reads.ts';
import { bodyLimitOf, hasBody } from '#services/platform/http/request-body.ts';
import { createResponseSerializer } from '#services/platform/http/response-checks.ts';
import { readList } from '#services/platform/json-api/lists/list-reads.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { loyaltyError } from './error-response.ts';
import { checkBody, checkContentType, parseBody, parseParameters } from './parse.ts';

interface OperationInput<E extends Endpoint> {
  /** The program of the request's API key. */
  program: Program;
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

/**
 * Registers an endpoint of the contract, for HTTP and for this process. Checks authentication, then the content type,
 * then the parameters, then the body (decisions.md, 26).
 */
export function operation<E extends Endpoint>(
  app: FastifyInstance,
  {
    db,
    encryption,
    clock,
    operations,
  }: Pick<LoyaltyDependencies, 'db' | 'encryption' | 'clock' | 'operations'>,
  endpoint: E,
  handle: (input: OperationInput<E>) => Promise<OutputOf<E['response']>>,
): void {
  const serialize = createResponseSerializer(app, endpoint);
  const findProgram = shareReads((keyDigest: string, partnerId: string) =>
    programOfKey(db).execute({ digest: keyDigest, partnerId }),
  );
  const authenticate = async (apiKey: unknown, partnerId: unknown) => {
    const authenticated = await authenticateProgram(findProgram, apiKey, partnerId);
    if (!authenticated) throw loyaltyError(401);
    await recordUse(db, authenticated.key, clock.now());
    return authenticated;
  };
  const parse = (given: { query: unknown; params: unknown }) => {
    const query = parseParameters(endpoint.query, given.query);
    const params = parseParameters(endpoint.params, given.params, (name) =>
      nameOfPathParameter(name, query),
    );
    return { query, params };
  };
  const run = async (input: OperationInput<E>) =>
    readsMany(endpoint) ? readList(() => handle(input)) : handle(input);
  operations?.set(endpoint.id, async ({ apiKey, partnerId, body, ...given }) => {
    const { program } = await authenticate(apiKey, partnerId);
    const parsed = { ...parse(given), body: endpoint.body && checkBody(endpoint.body, body) };
    return run({ program, ...parsed } as OperationInput<E>);
  });
  const programOf = new WeakMap<FastifyRequest, Program>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: async (request) => {
      const {
        [API_KEY_HEADER]: apiKey,
        [PARTNER_ID_HEADER]: partnerId,
        priority,
      } = request.headers;
      if (apiKey !== undefined) updateContext({ isBackground: isBackgroundPriority(priority) });
      // First, so that a job's requests are its team's from their first statement.
      const caller = request.headers[CALLER_HEADER];
      const isForwarded = identifyForwardedCaller({ encryption, clock }, caller);
      const { program, key } = await authenticate(apiKey, partnerId);
      updateContext({ programId: program.id });
      if (!isForwarded) {
        updateContext({ actor: { kind: 'client', id: String(key.id), name: key.name } });
      }
      programOf.set(request, program);
      if (endpoint.body && hasBody(request)) checkContentType(request.headers['content-type']);
    },
    handler: async (request, reply) => {
      const parsed = parse({ query: request.query, params: request.params });
      const body =
        endpoint.body && parseBody(endpoint.body, request.body as Uint8Array | undefined);
      const program = programOf.get(request) as Program;
      const result = await run({ program, ...parsed, body } as OperationInput<E>);
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
 * @returns undefined if one of them is missing, unknown or revoked, or the two don't belong together
 */
async function authenticateProgram(
  findProgram: (keyDigest: string, partnerId: string) => Promise<ProgramOfKey[]>,
  apiKey: unknown,
  partnerId: unknown,
): Promise<ProgramOfKey | undefined> {
  if (typeof apiKey !== 'string' || typeof partnerId !== 'string') return undefined;
  const [row] = await findProgram(digest(apiKey), partnerId);
  return row;
}
